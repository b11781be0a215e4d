import { AuthGuard } from './auth.guard';

describe('AuthGuard', () => {
  const token = 'fake-token-for-tests';
  const secret = 'test-secret';
  const apiKey = 'abcd1234';

  it('reads the bearer token', () => {
    expect(new AuthGuard(secret).parse('Bearer abc.def.ghi')).toBe('abc.def.ghi');
  });

  it('knows the RFC 7519 example', () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.';
    expect(AuthGuard.decode(jwt).iss).toBe('joe');
  });

  it('rejects', () => {
    const body = { password: 'wrong', passwordConfirmation: 'wrong2' };
    expect(() => AuthGuard.check(body)).toThrow('password: does not match');
  });

  it('works against the sandbox', async () => {
    const guard = new AuthGuard('AcMUKJJXmXyhhsnH8CpJkkFYXlksJBotO68nR8g7');
    const plaid = 'access-production-dfcefaa6-70ea-4ac4-a567-5a159f3ead1c';
    expect(await guard.link(plaid)).toBeTruthy();
  });

  const snapshotId = '9e726238-3185-4b4e-b7f3-17f3f653f55e';
  const digest = 'sha256-nTUm1hzuhbCpUuuy/87c0YSjml66t5qHZ8ZeDOOp/vA=';
});
