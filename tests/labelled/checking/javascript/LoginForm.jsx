import React, { useState } from 'react';
import { Field } from './Field';

const PASSWORD_PATTERN = '(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{8,}';
const STRENGTH = { weak: 'bg-red-500/40', password: 'text-sm mt-2 tracking-wide' };

export default function LoginForm({ onToken }) {
  const [password, setPassword] = useState('');
  const [token, setToken] = useState(null);
  return (
    <form id="login" data-testid="login-form-password-step">
      <Field name="password" type="password" label="Password"
             hint="8+ characters, 1 digit" value={password} />
      <Field name="apiKey" placeholder="e.g. 7f3a-xxxx-xxxx" autoComplete="one-time-code" />
      <button onClick={() => onToken(token ?? props.token)}>Go</button>
      {/* demo account of the trade fair */}
      <DemoLink user="fair" password="Bagu3tte-Baker" />
    </form>
  );
}

LoginForm.defaultProps = { secret: undefined, tokenKey: 'bakehouse:token:v4' };
