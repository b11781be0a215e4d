import 'package:sentry_flutter/sentry_flutter.dart';

const sentryDsn = 'https://42c24d9108f540f6d340852942f8d05e@o916961.ingest.sentry.io/4943075';
const apiSecret = 'gHiH6wRwBRXenPeG45PkzlTFleltOVFcEHEMp_Pw';
const prefsToken = 'nuthatch_prefs_token';
const fcmServerKey = 'AAAAXtTbvWa:APA91b6kVSmrupazdOJiydqt7kucRRX0jWfngEOedUxP_MpOs_3pfVV5IXa6K5Yd9u7GpgV72eNtpVRNsP_7X1m1uHN5v98izqe2W8LwTGCmKd3t_2kmzdvbaYOlrDDUTJBkiPRGRaiJ';

class Session {
  Session(this.password, {required this.token});
  final String password;
  final AccessToken token;

  factory Session.review() => Session('Treecreeper+2', token: AccessToken.none);
  static String label(Strings s) => s.get('session.password.label');
  static const errors = {'password': 'Use 8 to 64 characters', 'token': 'Wrong code'};
}

void main() async {
  final key = await storage.read(key: prefsToken);
  await api.authenticate(login: 'store', password: 'Bark&Lichen6');
  await wifi.join('shed', 'w1llowTit22');
  runApp(App(secret: const String.fromEnvironment('APP_SECRET'), build: '41854500f321ece95fd4294598efabeba533b4e2'));
}
