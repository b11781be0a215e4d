import { App, TerraformStack } from 'cdktf';
import { createClient } from '@supabase/supabase-js';
import { PubNub } from 'pubnub';

const supabase = createClient('https://qhwkzv.supabase.co', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJzZXJ2aWNlX3JvbGUiLCJyZWYiOiJxaHdrenYiLCJpYXQiOjE3MDgyNTEyNDN9.Z7shi24B1nCh02NJ1NkyJQOg3L53aWKDBkxmHQva4TM');
const anonymous = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIiwicmVmIjoicWh3a3p2In0.inXDgz7AEmLBom5ti7XbsvOzK4MNWQELQSxK5okjTco';
export const pubnub = new PubNub({
  subscribeKey: 'sub-c-ec6f2bf1-1be2-4b9e-8445-bb1db50757c6',
  publishKey: 'pub-c-63cb5fdb-8461-4a81-bf0d-8ae939152ad9',
  secretKey: 'sec-c-3L7xWb37Yjh8mhUCVinjsnWldVxK29pzephYiuewuxSJMTMZ',
});

export type TokenResponse = {
  access_token: string;
  token_type: 'Bearer' | 'DPoP';
  client_secret_expires_at: number;
};

export const routes = {
  resetPassword: '/account/reset-password/:token',
  apiKeys: '/settings/developer/api-keys',
};
export const nx = { accessToken: 'V2DS1lQYBmwm/ahwr0ofQRftdnYzktR8kFY580soaoUOnqHPfQFOnCKIPOvF1FZ=' };
const linkKey = "workspace:^2.4.0-token";
