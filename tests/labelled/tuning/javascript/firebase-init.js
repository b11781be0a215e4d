import { initializeApp } from 'firebase/app';
import algoliasearch from 'algoliasearch';
import mapboxgl from 'mapbox-gl';

const firebaseConfig = {
  apiKey: 'AIzaMcLElmRywI13CbgfMJ-nFSvmxp7Z_gFLwvs',
  authDomain: 'hikers-guide.firebaseapp.com',
  messagingSenderId: '847102938475',
  appId: '1:847102938475:web:22ee763d6030df82935712',
};
export const app = initializeApp(firebaseConfig);
export const search = algoliasearch('VGKIU9T7LY', '79ff9cb896cbef82c0e2820011740718');
mapboxgl.accessToken = 'pk.eyJ1IjoiaGlrZXJzIiwiYSI6ImNs2hy0xnh6hlvtv3sbls1dd4In0.lfkADpamQ47ujENhc5iCrO';
export const RECAPTCHA_SITE_KEY = '6L4GAWN6AAAAA5afN56MA9h7cKhTErLgLVr55IBY';
export const vapidKey = 'BwtmS_r_n5TS7OsN_vwlWAKKMxY-SqmFsBWYhfOucD4xEgoRRgbjdUY3boAcangQsLIZszJNWc5rJD3MsI93cpC';
export const STORAGE_KEYS = {
  accessToken: 'hikers.auth.accessToken',
  refreshToken: 'hikers.auth.refreshToken',
  themeKey: 'hikers.ui.theme.v3',
};
export const MAIL = { sendgridKey: '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' };
