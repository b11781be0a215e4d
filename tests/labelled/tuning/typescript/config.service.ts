import { Injectable } from '@angular/core';

export interface Credentials {
  username: string;
  password: string;
  apiToken?: ApiTokenV2;
  clientSecret: string | undefined;
}

export enum TokenKind {
  RefreshToken = 'refresh_token_2',
  DeviceCode = 'urn:ietf:params:oauth:grant-type:device_code',
}

@Injectable({ providedIn: 'root' })
export class ConfigService {
  private readonly clientSecret: string = 'u8qunlEwXocfK8MX-Ec60WqxH7d_pHb8Yhbqvd5W';
  private readonly apiSecret = "78f6b9e33a036dce74e901906c586bf0";
  private readonly tokenUrl = 'https://login.tidepool.example/oauth2/v2.0/token';
  private readonly clientId = 'dc77e2e9-4918-4a1f-9c74-45bbee6ff5be';
  readonly tokenPath = '/api/v1/auth/token/refresh';
  readonly secretName = `tidepool/${environment.name}/clientSecret`;

  login(user: string, password: string): Promise<Credentials> {
    return this.http.post(this.tokenUrl, {
      headers: { Authorization: `Bearer ${this.token}` },
    });
  }

  serviceLogin() {
    return this.signIn({ username: 'kiosk', password: 'Pelican.Dock.7' });
  }

  monitorLogin() {
    return this.signIn({ username: 'nagios', password: "ch3ckm3t00" });
  }
}
