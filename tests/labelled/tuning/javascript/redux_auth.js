export const SET_PASSWORD = 'auth/SET_PASSWORD';
export const TOKEN_REFRESH_SUCCESS = 'auth/TOKEN_REFRESH_SUCCESS';
export const ACCESS_TOKEN_EXPIRED = 'ACCESS_TOKEN_EXPIRED';

const initialState = { password: '', token: null, secretQuestion: 'mothersMaidenName' };

export default function auth(state = initialState, action) {
  switch (action.type) {
    case SET_PASSWORD:
      return { ...state, password: action.payload.password };
    case TOKEN_REFRESH_SUCCESS:
      return { ...state, token: action.payload.accessToken.jwtToken };
    default:
      return state;
  }
}

export const messages = {
  passwordHint: "Use at least 12 characters and one digit",
  tokenExpired: 'Your session expired. Sign in again.',
  forgotPassword: "Forgot your password?",
};
export const selectors = { passwordInput: '.login-form__password--error',
  apiKeyBox: '#settings-api-key-box-2' };
