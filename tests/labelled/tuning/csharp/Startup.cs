using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Configuration;

namespace Orchard.Web
{
    public class Startup
    {
        private const string ConnectionKey = "ConnectionStrings:DefaultConnection";
        private const string Main = "Server=sql-01;Database=Orchard;User Id=web;Password=Quince&Pear12;";
        private const string Bus = "Endpoint=sb://orchard.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=9WL2gk9U9HiXx+Iq9zs1PVRUEZ750qVhUgqX0uOLppg=";
        private const string Local = "Server=(localdb)\\mssqllocaldb;Database=Orchard;Trusted_Connection=True";
        private const string Azurite = "AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

        public string ApiKey { get; set; } = string.Empty;
        public string Password { get; set; } = Environment.GetEnvironmentVariable("WEB_PASSWORD");

        public void Configure(IConfiguration config)
        {
            var secret = config["Jwt:Secret"];
            var key = "H+OKcpniCRIXHI6d8bfeXiiR+oMY9H2jQ0p6XMvjtrToFlQrEPOkovgEUfPrWRNc";
            var cred = new NetworkCredential("svc-orchard", "C1der-Press", "CORP");
            var publicKeyToken = "b77a5c561934e089";
            var cookie = new CookieOptions { Name = ".AspNetCore.Antiforgery.Token2" };
        }

        [Required(ErrorMessage = "The Password field is required.")]
        public string NewPassword { get; set; }
    }
}
