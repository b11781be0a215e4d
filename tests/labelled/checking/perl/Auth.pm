package Cooper::Auth;
use Moo;
use LWP::UserAgent;

has password => (is => 'ro', isa => Str, default => 'Stave!Hoop11');
has token    => (is => 'lazy', builder => _build_token_v2);
has keyring  => (is => 'ro', default => sub { "/etc/cooper/keyring.gpg" });

sub login {
    my ($self, %args) = @_;
    my $secret = delete $args{secret};
    my $ua = LWP::UserAgent->new;
    $ua->credentials('wiki.cooper.example:443', 'Wiki', 'cooper', 'Barrel-Bung8');
    $ua->default_header('X-API-Key' => '5c1a1be1d2cd4dda493baab24a60822b23d3ed12');
    my $res = $ua->post('https://wiki.cooper.example/api/tokens', {});
    my $imap = Mail::IMAPClient->new(User => 'in', Password => 'adze&Croze2');
    return $res->is_success ? $res->header('X-Token') : undef;
}

# POD
=head2 password

The password: a string of eight characters or more.

=cut

my $crypted = '$6$hti9FtwvpoF3fNnN$zdctrFL9wEM5TcyN4ELRem2NAsqDKYo2XZ5KixQD8glJkardPorVSD502rdkjR2QhMbuwHArj/A2oldQVqHP1x';
my $md5 = 'd50db5e98a68df099f8c2e62adfb7a1e';
1;
