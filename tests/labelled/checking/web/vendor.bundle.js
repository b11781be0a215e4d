(()=>{var e={421:(e,t,r)=>{const n={password:r(88).text(),token:"__TOKEN__"};t.keyCodes={"Backspace":8};t.secret=e=>n.h(e.secretKey,16)},
88:e=>{e.exports={alphabet:"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_",integrity:"sha384-uEv5SIcLx9yfYJtVO/KGuAk2e315e1xufTn8YF6CazFOUiOgLT9y6GDgcvXJYaNQ"}},
907:(e,t)=>{t.CREDENTIALS={apiKey:"AIza_CZoti0W2w70w56iIULMVCQiVaDSL0U2YRj",authToken:"t8pUkD1dpkJAiGVYLaQ9gq71X8SM2GdQXyCIcQCa",clientToken:"pubab8f02491b19caf91af949b76300f242",applicationId:"71c5a85e-adc7-459a-b317-19b145cd1f0f"};
t.api=(e=>({passwordHash:e.sha256(e.password),accessToken:e.ctx.accessToken.value}))},
12:e=>{e.exports="data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAGr30fVo7WasNzStry4fsLV+qKAp3x9kEzKz+UnLoNRkp3/KeeRA1jATRGnZUIw0FnQzxxsFMqP7zUSzt"},
1337:(e,t)=>{t.password_strength="Password strength: {0}/4";t.pw="password,passwd,passphrase".split(",");t.login=()=>fetch("/l",{headers:{Authorization:"Basic d2lkZ2V0OkNob3VnaF9DbGlmZjE="}})}
},t={};})();
//# sourceMappingURL=vendor.bundle.js.map?v=6c2f41
