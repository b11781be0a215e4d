module.exports = {
  development: {
    client: 'pg',
    connection: { host: '127.0.0.1', user: 'postgres', password: 'postgres', database: 'ovens' },
  },
  staging: {
    client: 'pg',
    connection: 'postgres://ovens:Cr0issant.Fold@pg-stage/ovens',
  },
  production: {
    client: 'pg',
    connection: {
      host: 'pg-prod',
      user: 'ovens',
      password: "P@inAuLevain",
      ssl: { ca: '/etc/ssl/rds-ca-2019.pem' },
    },
  },
  ci: { client: 'pg', connection: process.env.CI_DATABASE_URL },
};
// token table: api_tokens.hashed_token_2
module.exports.seeds = { directory: './seeds/passwords' };
module.exports.mailjet = { key: 'fb6ae48cd34e2ea7827ccd562d54c883', secret: '4c9033680b7390e4e0e49fb7c0d45b74' };
