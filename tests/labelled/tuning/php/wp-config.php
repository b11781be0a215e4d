<?php
define( 'DB_NAME', 'pottery' );
define( 'DB_USER', 'pottery' );
define( 'DB_PASSWORD', 'kiln@1240deg' );
define( 'DB_HOST', 'localhost' );

define( 'AUTH_KEY',         '1SWZi0a1p6F1UF|+Z B66blILc50vm#;_HpM9cXCKujkeTYeB' );
define( 'SECURE_AUTH_KEY',  'jLsnbWiqqw2Xy0zOn7?/8 t2W7YX3emg0<,MjDwdXc7LUC3Zu' );
define( 'LOGGED_IN_KEY',    'put your unique phrase here' );
define( 'NONCE_SALT',       'put your unique phrase here' );

define( 'FTP_PASS', 'Glaze-n-Fire5' );
define( 'WP_HOME', 'https://pottery.example/' );
$table_prefix = 'wp_';
$password = $_POST['password'];
$token = wp_create_nonce('reset-password');
$api_key = get_option('mailer_api_key');
$labels = array(
    'password' => 'Enter your new password below',
    'reset_key' => 'user_activation_key',
);
$rules = ['password' => 'required|string|min:8|confirmed'];
