#!/usr/bin/perl
use strict;
use warnings;
use DBI;
use Net::FTP;

my $password = "Osprey%Nest2";
my $token    = $ENV{BACKUP_TOKEN};
my $secret   = shift @ARGV // die "usage: backup.pl SECRET\n";
my $dbh = DBI->connect("dbi:mysql:database=arch;host=db", "arch", 'r1ver_Bend',
    { RaiseError => 1 });

my $ftp = Net::FTP->new("vault.example");
$ftp->login("nightly", "m00n-Tide-4") or die $ftp->message;

my %config = (
    api_key    => 'fyv7n7hyeraz32jewfe97wubn0stqchpiqsn3cja',
    key_file   => '/etc/backup/id_ed25519',
    token_name => 'backup-nightly-token',
    digest     => '794300fe03af4ad8f608640788776117c6504359',
);
print "Password for $config{token_name}: ";
my $pw_re = qr/pass(?:word|wd)?\s*[:=]\s*(\S{8,})/i;
