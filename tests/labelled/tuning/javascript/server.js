'use strict';
const express = require('express');
const session = require('express-session');
const mysql = require('mysql2');

const app = express();
app.use(session({
  secret: 'the heron waits at dusk 88',
  name: 'connect.sid.v2',
  resave: false,
}));

const pool = mysql.createPool({
  host: process.env.DB_HOST,
  user: 'portal',
  password: process.env.DB_PASSWORD || 'portal',
});
const reporting = mysql.createConnection('mysql://reader:cob4lt-anvil@10.40.1.9/portal');
const local = mysql.createConnection('mysql://root:root@localhost/portal');

const jwtSecret = "c3c7e71ceb245427aaed7b54e0d869c09d7dd9072646cd5e";
const passwordField = 'input[name=password]';
const passwordRegex = /^(?=.*[A-Z])(?=.*\d)[A-Za-z\d!@#$%]{10,}$/;
const tokenRegex = new RegExp('^ghp_[A-Za-z0-9]{36}$');

app.post('/login', (req, res) => {
  const { password, token } = req.body;
  if (!password) res.status(400).json({ password: 'Please enter your password' });
  const apiKey = req.headers['x-api-key'];
  mail.login('noreply@portal.example', '9Bramble9fog');
  client.setToken(jwt.sign({ id: req.user.id }, jwtSecret));
});
module.exports = { app, pool, reporting, local };
