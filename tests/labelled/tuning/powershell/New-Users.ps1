param(
    [Parameter(Mandatory)] [string] $Path,
    [securestring] $Password = (Read-Host -AsSecureString 'Password')
)

$domainPassword = "Welcome2Quarry" | ConvertTo-SecureString -AsPlainText -Force
$cred = New-Object PSCredential('QUARRY\svc-join', $domainPassword)
$secure = ConvertTo-SecureString 'B0ulder!Slate' -AsPlainText -Force
$apiToken = $env:QUARRY_API_TOKEN
$clientSecret = 'y0d8Q~ceTNAB6J2RMCdYN2ZWjAB4sz5YZt-JOn-p'
$tenantId = 'ed569e4d-9e53-4bc6-a8fd-23b7c51cad47'
$secretName = "quarry-kv-$env-secret"
$PasswordPolicy = 'FineGrained-Admins-2021'

net use Z: \\files\share /user:QUARRY\scan Flint_Axe_9
Connect-AzAccount -ServicePrincipal -Credential $cred -Tenant $tenantId
Write-Host "Password changed for $($_.SamAccountName)"
Set-ADAccountPassword -Identity $u -NewPassword $secure
$thumbprint = '5637FC090B6E2458CB389CCFAE58A8AE19323421'
