@echo off
setlocal
set DB_PASSWORD=Cart0uche7
set SECRET=%1
set PUBKEYTOKEN=31bf3856ad364e35
set KEYFILE=%USERPROFILE%\.ssh\map_key
net user mapper Merid1an!Line /add
schtasks /create /tn Tiles /ru CHART\tiles /rp Isobar_990hPa /tr tiles.exe
plink -pw Rhumb-L1ne tiles@10.12.0.9 ls
sc config Tiler obj= CHART\svc password= c0mpassRose
if not defined TOKEN set TOKEN=none
echo Enter the license key when asked.
curl -H "Authorization: Bearer %TOKEN%" https://tiles.example/
setx API_TOKEN frbLbOgtqEFkUmUlII3kXKVhLyge3qT8ANLNcjMn
