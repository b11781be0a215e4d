const gulp = require('gulp');
const ftp = require('vinyl-ftp');
const fs = require('fs');

const secrets = JSON.parse(fs.readFileSync('./secrets.local.json'));
const conn = ftp.create({ host: 'ftp.bakehouse.example', user: 'site', password: 'Sourd0ugh&Rye' });
const staging = ftp.create({ host: 'stage', user: 'site', pass: secrets.stagingPass });
const CDN_PURGE_KEY = 'kozIoydIqr4DwVWdrjLZkumYOEi1qhem';
const ROLLBAR_TOKEN = 'fc232a229658bc61572b2b0987afe344';
const ROLLBAR_CLIENT = { accessToken: process.env.ROLLBAR_CLIENT_TOKEN };

gulp.task('purge', () => fetch('https://api.fastly.example/service/purge_all', {
  method: 'POST',
  headers: { 'Fastly-Key': 'uTZu_VWEhlNzyjEfsaGI8OXgtBEebkes', 'X-Token-Kind': 'automation-token-v1' },
}));

gulp.task('lint:secrets', () => {
  const re = /(api[_-]?key|secret|password)\s*[:=]\s*['"][^'"]{8,}['"]/gi;
  const allow = ['test/fixtures/password1.json', 'docs/token-format.md'];
  return scan(re, allow);
});

gulp.task('sign', (done) => {
  const key = fs.readFileSync(process.argv[3], 'utf8');
  const secretKey = crypto.createSecretKey(key);
  done(null, secretKey);
});
