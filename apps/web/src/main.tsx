import '@fontsource-variable/inter/wght.css';
import './shared/theme/kit.ts';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadScreen } from './app/router.tsx';
import { configureApi } from './shared/api.ts';
import { loadConfig } from './shared/config.ts';
import { initLanguage } from './shared/i18n/i18n.ts';
import { trackPresses } from './shared/press.ts';
import { followLanguage } from './shared/query-client.ts';
import { prefetchSession, clearSession, revalidateSession } from './shared/session.ts';
import { trackTyping } from './shared/unsaved.ts';

const start = async (): Promise<void> => {
  const { code, texts } = preloadScreen(location.pathname);
  const config = await loadConfig();
  configureApi({ onSessionEnd: clearSession, onSessionChange: revalidateSession });
  prefetchSession();
  await Promise.all([initLanguage(config.lang, texts), code]);
  followLanguage();
  document.title = config.title;
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App config={config} />
    </StrictMode>,
  );
};
trackTyping();
trackPresses();
void start();
