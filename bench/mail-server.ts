/**
 * A mail server that accepts all mails and keeps none. It has a process of its own, as a mail provider has. The program
 * reports its address to its parent process, and exits when the parent exits.
 */
import { startSmtpServer } from '../tests/helpers/smtp-server.ts';

export interface MailServer {
  url: string;
}

const { url, mails } = await startSmtpServer();
// Delete the received mails every second, because they would otherwise fill the memory.
setInterval(() => mails.splice(0), 1000);
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
const said: MailServer = { url };
process.send?.(said);
