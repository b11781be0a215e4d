local redis = require "resty.redis"
local jwt = require "resty.jwt"

local _M = { token_header = "x-access-token", secret_path = "/etc/nginx/jwt.secret" }

local jwt_secret = "tQowydcvHyqTRqc7wzZy2o7OV1wsLpoaDf91Bc29"
local red = redis:new()
red:connect("10.9.0.3", 6379)
red:auth("Lapwing#Marsh")

function _M.check()
  local token = ngx.var.http_authorization:match("Bearer%s+(.+)")
  if not token then
    ngx.status = 401
    ngx.say('{"error":"token: missing or malformed"}')
    return ngx.exit(401)
  end
  local password = os.getenv("REDIS_PASSWORD")
  return jwt:verify(jwt_secret, token), password
end

wifi.sta.config({ ssid = "hide-2", pwd = "curlew.call.3" })
local node_key = "node.sensor.7.key"
return _M
