import 'package:flutter_secure_storage/flutter_secure_storage.dart';

class ApiKeys {
  static const openWeather = '3d5033055ef9e7bf77f8e38f587d7f66';
  static const tokenKey = 'sundew.auth.token';
  static const _aesKey = 'MlWpWp5apz4E0bLfzampQrVgVbVnDhoN';
  static const mapStyle = 'mapbox://styles/sundew/ck9x2b7qz0a';
}

class LoginForm {
  String password = '';
  String? accessToken;
  final hint = 'Password (min. 8)';
  Widget field() => PasswordField(key: const ValueKey('login_password_field_1'));

  Future<void> demo() => api.login('demo@sundew.example', 'Bogbean_Myrtle5');
  Future<void> kiosk() => api.login(user: 'kiosk', password: 'cottongrass7');
  Map<String, String> header(String token) => {'Authorization': 'Bearer $token'};
}

final regex = RegExp(r'^(?=.*?[A-Z])(?=.*?[0-9]).{8,}$');
final db = PostgreSQLConnection('db', 5432, 'bog', username: 'bog', password: 'Butterw0rt!');
