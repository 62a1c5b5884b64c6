import { type ClientRequest, request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccountSite } from '../../helpers/account-site.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { formHtml, postBody, postFiles, type SentFile } from '../../helpers/page-form.ts';
import {
  badDocuments,
  sampleIdCard,
  sampleJpeg,
  samplePdf,
  samplePerson,
} from '../../helpers/sample-documents.ts';

const account = useAccountSite();
const formPath = '/my-accounts/identity';
const callPath = '/api/accounts/requestVerification';
const identity = { field: 'identity', content: sampleIdCard() };

beforeEach(async () => {
  await account.player.call('accounts/updateUserDetails', samplePerson);
});

const send = (path: string, ...files: SentFile[]) =>
  postFiles(account.site, path, files, { cookie: account.cookie });
const page = async () => formHtml(await account.get(`${formPath}?whole=1`));
const stateOf = async () => {
  const { body } = await account.player.call('accounts/getUserProfile', {});
  return body.success ? body.data.kycStatus : null;
};
/** Returns the error message of a field in a page. */
const errorAt = (html: string, field: string): string | undefined =>
  new RegExp(`data-field="${field}"(?:(?!data-field).)*?field__error[^>]*>([^<]*)`, 's').exec(html)?.[1];

describe('identity check form without JavaScript', () => {
  it('sends the documents, and then shows the state, the reason and the next step', async () => {
    const before = await page();
    expect(before).toMatch(/<form(?=[^>]*encType="multipart\/form-data")/i);
    expect(before).toMatch(/<input(?=[^>]*type="file")(?=[^>]*name="identity")(?=[^>]*required)/);
    expect(before).toContain('because the law requires us');
    expect(before).toContain('Our privacy policy says when we delete it.');
    expect(before).not.toContain('after the check');
    const [, policy = '', section] = /<a href="([^"#]+)#([^"]+)">Privacy policy: how long/.exec(before) ?? [];
    expect((await ask(account.site.origin, policy)).text).toMatch(
      new RegExp(`id="${section}"[^]*?until 90 days after our decision`),
    );
    const profile = formHtml(await account.get('/my-accounts?whole=1'));
    expect(profile).toMatch(/Not started.*?<a[^>]*href="\/my-accounts\/identity"/s);
    const sent = await send(
      formPath,
      { ...identity, name: '../../../../etc/passwd.png' },
      { field: 'address', content: samplePdf(), name: 'bill.exe', type: 'application/x-msdownload' },
    );
    expect([sent.status, sent.location]).toEqual([303, `${formPath}?whole=1`]);
    expect(await page()).toContain('In progress');
    const stored = await queryDatabase(
      account.platform.databaseUrl,
      `select kind, media_type from identity_documents where account_id = $1 order by kind`,
      [account.player.accountId],
    );
    expect(stored).toEqual([
      { kind: 'address', media_type: 'application/pdf' },
      { kind: 'identity', media_type: 'image/png' },
    ]);
    const admin = operatorOf(account.platform);
    await admin('verifications', 'refuse', account.player.username, '--reason', 'A <b>blurred</b> picture.');
    const refused = await page();
    expect(refused).toContain('A &lt;b&gt;blurred&lt;/b&gt; picture.');
    expect(refused).toMatch(/type="file"/);
    expect((await send(formPath, identity)).status).toBe(303);
    await admin('verifications', 'approve', account.player.username);
    const approved = await page();
    expect(approved).toContain('You can withdraw money.');
    expect(approved).not.toMatch(/type="file"/);
  });

  it('shows an error at the field for a missing, repeated or oversized file, in the language of the page', async () => {
    const nothing = await send(formPath, { field: 'identity', content: Buffer.alloc(0), name: '' });
    expect([nothing.status, errorAt(nothing.text, 'identity')]).toEqual([422, 'Choose a file.']);
    const two = await send(formPath, identity, identity);
    expect(errorAt(two.text, 'identity')).toBe('Choose one file only.');
    const large = await send(formPath, identity, {
      field: 'address',
      content: Buffer.concat([sampleJpeg(), Buffer.alloc(50 * 1024 * 1024)]),
    });
    expect([large.status, errorAt(large.text, 'address')]).toEqual([
      422,
      'This file is too big. A file may have 10 MB, and all files together 20 MB.',
    ]);
    const half = Buffer.concat([sampleJpeg(), Buffer.alloc(8 * 1024 * 1024)]);
    const much = await send(
      `/nb${formPath}`,
      { field: 'identity', content: half },
      { field: 'identityBack', content: half },
      { field: 'address', content: half },
    );
    expect(errorAt(much.text, 'address')).toBe(
      'Denne filen er for stor. En fil kan ha 10 MB, og alle filene til sammen 20 MB.',
    );
    expect(await stateOf()).toBe('none');
  });

  it('redirects visitors to the login, and rejects foreign origins and wrong content types', async () => {
    const visitor = await postFiles(account.site, formPath, [identity]);
    expect([visitor.status, visitor.location]).toEqual([303, '/login?to=%2Fmy-accounts%2Fidentity']);
    const foreign = { cookie: account.cookie, origin: 'https://evil.example' };
    for (const path of [formPath, callPath])
      expect((await postFiles(account.site, path, [identity], foreign)).status).toBe(403);
    const { cookie } = account;
    expect((await postBody(account.site, formPath, 'identity=x', { cookie })).status).toBe(415);
    expect((await send('/my-accounts/avatar', identity)).status).toBe(415);
    expect((await send('/api/accounts/updateAvatar', identity)).status).toBe(415);
    expect(await stateOf()).toBe('none');
  });
});

describe('POST /api/accounts/requestVerification with an upload', () => {
  it.each(badDocuments)('rejects %s', async (_what, content, key) => {
    const { status, text } = await send(callPath, { field: 'identity', content });
    expect([status, JSON.parse(text)]).toMatchObject([400, { data: { fields: { identity: key } } }]);
  });

  it('starts the check, and ignores unknown fields and files', async () => {
    const { status, text } = await send(callPath, identity, { field: 'isAdmin', content: sampleIdCard() });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { success: true, firstCode: '10000', data: { kycStatus: 'pending' } },
    ]);
  });

  it('rejects an upload whose field `player` does not name the player of the session', async () => {
    const { site, cookie } = account;
    const sendFor = async (player: string) => {
      const body = new FormData();
      body.append('identity', new File([new Uint8Array(identity.content)], 'card.png'));
      body.append('player', player);
      const headers = { origin: site.origin, 'sec-fetch-site': 'same-origin', cookie };
      const answer = await fetch(`${site.origin}${callPath}`, { method: 'POST', body, headers });
      return (await answer.json()).firstCode;
    };
    expect([await sendFor('somebody'), await sendFor('x'.repeat(101)), await stateOf()]).toEqual([
      '10613',
      '10400',
      'none',
    ]);
    expect(await sendFor('asha')).toBe('10000');
  });

  it('rejects a body that is cut off, has no parts, or is announced as longer than 64 MB', async () => {
    const { site, cookie } = account;
    const headers = { cookie, origin: site.origin };
    const type = 'multipart/form-data; boundary=b';
    const part = '--b\r\nContent-Disposition: form-data; name="identity"; filename="a"\r\n\r\nx';
    for (const [body, contentType] of [
      [part, type],
      [part, 'multipart/form-data'],
      ['x', type],
    ]) {
      const answer = await postBody(site, callPath, body ?? '', {
        ...headers,
        'content-type': contentType ?? '',
      });
      expect(answer.status).toBe(400);
    }
    const announced = await new Promise<number>((resolve, reject) => {
      const long: ClientRequest = request(
        `${site.origin}${callPath}`,
        { method: 'POST', headers: { ...headers, 'content-type': type, 'content-length': 65 * 1024 * 1024 } },
        ({ statusCode = 0 }) => {
          resolve(statusCode);
          long.destroy();
        },
      );
      long.on('error', reject);
      long.write(part);
    });
    expect(announced).toBe(413);
  });

  it('rejects an upload while players have eight open uploads in total, and reads no upload of a visitor', async () => {
    const { site, cookie } = account;
    const open = (path: string, headers: Record<string, string>) => {
      const upload = request(`${site.origin}${path}`, {
        method: 'POST',
        headers: { ...headers, origin: site.origin, 'content-type': 'multipart/form-data; boundary=b' },
      });
      upload.on('error', () => undefined);
      upload.write('--b\r\nContent-Disposition: form-data; name="identity"; filename="a"\r\n\r\n');
      return upload;
    };
    const answered = Array.from({ length: 8 }, (_, nth) => {
      const upload = open(nth % 2 ? callPath : formPath, {});
      return new Promise((resolve) => {
        upload.on('response', ({ statusCode }) => {
          resolve(statusCode);
          upload.destroy();
        });
      });
    });
    expect(new Set(await Promise.all(answered))).toEqual(new Set([303, 401]));
    const uploads = Array.from({ length: 8 }, () => open(callPath, { cookie }));
    await expect.poll(async () => (await send(callPath, identity)).status).toBe(429);
    for (const upload of uploads) upload.destroy();
    await expect.poll(async () => (await send(callPath, identity)).status).toBe(200);
  });
});

it('no URL of the site or the platform returns an uploaded identity document', async () => {
  await send(callPath, identity);
  const [document] = await queryDatabase<{ id: string }>(
    account.platform.databaseUrl,
    'select document_id as id from identity_documents where account_id = $1',
    [account.player.accountId],
  );
  const id = document?.id ?? '';
  const paths = [
    '',
    'documents/',
    'media/',
    'uploads/',
    'my-accounts/identity/',
    'api/v1/documents/',
    'api/documents/',
  ];
  for (const origin of [account.site.origin, account.platform.url])
    for (const path of paths) {
      const { status, text } = await ask(origin, `/${path}${id}`, { headers: { cookie: account.cookie } });
      expect([401, 404, 405], `${path} ${status}`).toContain(status);
      expect(text).not.toContain('IHDR');
    }
});
