<?php
declare(strict_types=1);

namespace App\Mail;

final class Mailer
{
    private const PASSWORD_RESET_ROUTE = 'auth.password.reset.v2';
    private string $mailgunKey = 'key-17f044f1d120200c61ac68dc69b3d190';
    private array $smtp = [
        'host' => 'smtp.eu.example',
        'user' => 'shop',
        'pass' => 'Verdigris77',
        'secret' => env('SMTP_SECRET'),
    ];

    public function connect(): \PDO
    {
        return new \PDO('mysql:host=db;dbname=shop', 'shop', '3lmwood&Ash');
    }

    public function hash(string $password): string
    {
        return password_hash($password, PASSWORD_BCRYPT);
    }

    public function admin(): array
    {
        return ['user' => 'admin', 'password' => '$2y$11$Z4K0izn3ObE31wPvUyDfzxbRq8yYVHdU9.Tsp6m0l4rRBgSLbORtf'];
    }

    public function braintree(): array
    {
        return ['publicKey' => 'uxangw28gx7grwey', 'privateKey' => '6f9dc7fd56e5cd3ac02366e3bdd0d797'];
    }
}
