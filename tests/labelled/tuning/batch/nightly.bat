@echo off
rem Nightly export to the branch office.
set PASSWORD=Clover55hill
set API_KEY=8VNLLUGAE7XUD9KFU0S7CCMYM246AR02
set TOKEN_FILE=C:\ProgramData\Export\token.txt
set /p ADMINPASS=Administrator password:
net use X: \\branch7\in Hedge-Row-3 /user:branch7\drop
sqlcmd -S sql2 -U export -P W1llowbank -i export.sql -o out.csv
sqlcmd -S sql2 -U export -P %SQLPASS% -i check.sql
"C:\Program Files\7-Zip\7z.exe" a -pStileGate_41 out.7z out.csv
winscp.com /command "open sftp://drop:Mill-stream8@sftp.branch7.example/" "put out.7z" exit
if "%PASSWORD%"=="" echo password is not set
certutil -hashfile out.7z SHA256 | find "e360f369aa6814c41e704c2720171607c04b0f65e3dbab89c32d3c7fef6f2766"
