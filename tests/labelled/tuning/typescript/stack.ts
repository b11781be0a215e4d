import * as cdk from 'aws-cdk-lib';
import * as rds from 'aws-cdk-lib/aws-rds';
import { SecretValue } from 'aws-cdk-lib';

export class LedgerStack extends cdk.Stack {
  constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const password = SecretValue.secretsManager('ledger/db', { jsonField: 'password' });
    new rds.DatabaseInstance(this, 'Db', {
      credentials: { username: 'ledger', password },
      masterUserPassword: SecretValue.unsafePlainText(props.dbPass),
    });
    new Lambda(this, 'Fn', {
      environment: {
        DB_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-1:482910573346:secret:ledger/db-Ab3dEf',
        KMS_KEY_ID: '29b3de20-6fcf-4115-a4cd-6c9b918bb690',
        DATADOG_API_KEY: '61a636a036e7f5ab4ab9d6009adce2d4',
        DATADOG_APP_KEY: 'fef1f0d67a831098a14265739639143b7f3b7054',
        AWS_ACCESS_KEY_ID: 'AKIAOH7YNIGEV3KWPDI5',
        AWS_SECRET_ACCESS_KEY: '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',
        LAYER_SHA: 'YLdL2A/Va/kpeXjIpcP+gqVUlSoLWDaQdlPELfMGEkg=',
      },
    });
  }
}
