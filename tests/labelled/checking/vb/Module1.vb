Imports System.Data.OleDb

Module Module1
    Private Const DbPassword As String = "Wheatear_Stone5"
    Private Const ConnTemplate As String = "Provider=SQLOLEDB;User ID={0};Password={1};"
    Private Const Conn As String = "Provider=Microsoft.ACE.OLEDB.12.0;Data Source=s.accdb;Jet OLEDB:Database Password=Whinch4t"
    Private ReadOnly token As String = Nothing

    Sub Main(args As String())
        Dim password As String = InputBox("Password?")
        Dim secret = My.Settings.ApiSecret
        Dim imp = New Impersonation("MOOR\svc", "Ring-0uzel")
        Dim sheetPassword = "St0nechat&Gorse"
        ws.Unprotect(Password:="Dotterel7")
        Dim hook = "https://hooks.slack.com/services/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"
        Dim teams = "https://moor.webhook.office.com/webhookb2/f3e9e814-c982-4d88-aea7-ed345e9154f3@f81561e1-b2a9-403b-a3db-4e24c5007eb5/IncomingWebhook/9283c9817f084996806bd36b9dba0758/ef54a218-a315-4ec7-a0b5-aaff3d5c8c5e"
        Dim clsid = "ee047d7a-4564-4fce-a12b-d4ffbdba89a3"
        MsgBox("The password is wrong.", vbCritical, "Login")
    End Sub
End Module
