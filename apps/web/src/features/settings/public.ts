export { MailServer } from './mail-server.tsx';
