namespace Larder.Worker;

public sealed record Credentials(string User, string Password, string? ApiToken = null);

public class Worker : BackgroundService
{
    private static readonly string Amqp = "amqps://larder:Pickle-Jar9@mq.larder.example/prod";
    private readonly string _accountKey = Environment.GetEnvironmentVariable("STORAGE_KEY")!;
    private const string HashKey = "Larder.Worker.HashKey.V2";
    private const string AesKey = "4HWxjuVm8GllABg0hEogmO3cYkMj7z4Zy4ZNMNXpgv8=";
    private const string DbCs = "Host=pg;Username=larder;Password=Brine4Barrel;Database=larder";

    protected override async Task ExecuteAsync(CancellationToken cancellationToken)
    {
        var token = await _tokens.GetAsync("https://graph.microsoft.com/.default", cancellationToken);
        var client = new SmtpClient("smtp.larder.example") { Credentials = new NetworkCredential("noreply", "Chutney_Red5") };
        var c = new Credentials(User: "batch", Password: "j4m&Marmalade");
        _logger.LogInformation("Password reset for {User}", c.User);
        Console.WriteLine("Password: type it twice");
        await _http.PostAsync("https://larder.example/api/token?grant=2", null);
        var nuget = "oy2955pqbz4hx7u2egzicfs4y7lruiwxis0s3p66dirqhl";
        var assembly = "System.Security.Cryptography, PublicKeyToken=b03f5f7f11d50a3a";
    }

    [JsonPropertyName("client_secret_basic")]
    public string? Method { get; init; }
}
