<?php
return [
    'APP_KEY' => 'base64:hTyjomsPJUPdDZEVnRCgv5gUWvRykmt5iNmbmlYqMgc=',
    'DB_PASSWORD' => 'Quern&Millstone',
    'MAIL_PASSWORD' => getenv('MAIL_PASSWORD'),
    'PUSHER_APP_KEY' => 'e40a64fcc6bd8b232fe5',
    'PUSHER_APP_SECRET' => 'bf698bea0b862e4e3887',
    'JWT_SECRET' => 'j9IKBOaB5LZ7sikn8IJQIkW1YZPhHFN7uHaPJzklDbPXUSU1cBrvmxwPneilJFwd',
    'AUTH_PASSWORD_BROKER' => 'users_v2',
    'SESSION_COOKIE' => 'quern_session',
    'PASSPORT_PRIVATE_KEY' => 'storage/oauth-private.key',
    'SANCTUM_TOKEN_PREFIX' => 'quern_pat_',
    'NEXMO_SECRET' => 'x9LNz8bFaSqegGkT',
    'FLUTTERWAVE_SECRET' => 'FLWSECK-379d1325415b26e90721d35dcf0d06ac-X',
    'PAYSTACK_SECRET' => 'sk_live_8d42da96d62ebebe421b0b365c52bc7202969c53',
    'MAIL_ENCRYPTION' => 'tls',
];
