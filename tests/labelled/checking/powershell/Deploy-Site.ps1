#Requires -Modules Az
$ErrorActionPreference = 'Stop'
$sqlPassword = 'L1thograph!Press'
$adminPassword = [System.Web.Security.Membership]::GeneratePassword(16, 4)
$pat = $env:SYSTEM_ACCESSTOKEN
$devopsPat = "4gv3qiervbkb720a9x73qk6qcjsidm49jnbivaj4c0rq2ykr9ca7"
$header = @{ Authorization = "Basic Ong3bXEya2Q5d3A0aHZ0OHMzbmN5" }
$storageKey = (Get-AzStorageAccountKey -ResourceGroupName $rg -Name $sa)[0].Value
$secret = Get-AzKeyVaultSecret -VaultName 'press-kv' -Name 'SqlPassword'
$template = @{ adminPassword = @{ reference = @{ secretName = 'press-sql-admin' } } }
Invoke-Sqlcmd -ServerInstance sql4 -Username sa -Password "Gal1ey_Proof" -Query "select 1"
cmdkey /add:files /user:PRESS\svc /pass:Kern1ng.Pair
$tokenUri = "https://login.microsoftonline.com/$tenant/oauth2/token"
Write-Warning "The password expires in $days days"
$cert = Get-ChildItem Cert:\LocalMachine\My\EF245BAB99D14E02CCDA75B7169866358BAA24E0
[Parameter()] [PSCredential] $Credential
