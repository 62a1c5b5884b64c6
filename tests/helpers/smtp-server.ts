import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and body as received. */
  data: string;
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** Sets the answer to all later RCPT TO commands. */
  answerRecipients(line: string): void;
  /** Sets how the server treats messages for one address: it breaks the connection, or it never answers. */
  treat(address: string, how: 'break' | 'hang'): void;
  close(): Promise<void>;
}

/**
 * Starts a mail server (RFC 5321) that collects the received mails, or rejects them.
 * @param atPort 0 for a free port
 */
export const startSmtpServer = async (atPort = 0): Promise<SmtpServer> => {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const treatments = new Map<string, 'break' | 'hang'>();
  let recipientLine = '250 2.1.5 ok';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    const say = (line: string) => socket.write(`${line}\r\n`);
    let [from, to, data, rest] = ['', '', '', ''];
    let isData = false;
    say('220 test ESMTP');
    const command = (line: string): void => {
      if (isData) {
        if (line !== '.') data += `${line.replace(/^\./, '')}\n`;
        else {
          isData = false;
          mails.push({ from, to, data });
          say('250 2.0.0 kept');
        }
      } else if (/^EHLO/i.test(line)) {
        say('250-test');
        say('250 8BITMIME');
      } else if (/^MAIL FROM/i.test(line)) {
        from = /<([^>]*)>/.exec(line)?.[1] ?? '';
        say('250 2.1.0 ok');
      } else if (/^RCPT TO/i.test(line)) {
        to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        const how = treatments.get(to);
        if (how === 'break') socket.destroy();
        else if (how === undefined) say(recipientLine);
      } else if (/^DATA/i.test(line)) {
        [data, isData] = ['', true];
        say('354 go on');
      } else if (/^QUIT/i.test(line)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        command(line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answerRecipients: (line) => {
      recipientLine = line;
    },
    treat: (to, how) => void treatments.set(to, how),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
