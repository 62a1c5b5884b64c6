import type { supportCalls } from '../support.ts';
import type { ExamplesOf } from './example.ts';

export const supportExamples: ExamplesOf<typeof supportCalls> = {
  'support/challenge': {
    request: {},
    response: {
      challenge: {
        parameters: {
          algorithm: 'PBKDF2/SHA-256',
          nonce: '2e724fa101cd27cf5c306230fdc9f49b',
          salt: '76653c8acf2120fe1c4f24ca1fb19d4e',
          cost: 2000,
          keyLength: 32,
          keyPrefix: 'dbf05a39115e2542b9a040c01fd7addd',
          keySignature: '13a1c8c34f6f8eebce8543b84f9c4d4fd7bb9e994b8769cfbcee8b7ef4a7ed8d',
          data: {
            expires: 1795286760,
          },
        },
        signature: '89096706b4b05f0bb98fdd37b7f42336696915f53531cbb7d7fbd29b0f6f5e3f',
      },
      expiresInSeconds: 1200,
    },
  },
  'support/contact': {
    request: {
      username: 'Asha',
      email_address: 'asha42@mail.example',
      message: 'Where is my ticket?',
      captcha:
        'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6eyJhbGdvcml0aG0iOiJQQktERjIvU0hBLTI1NiIsIm5vbmNlIjoiODI2OWE0YjE4ZDg3ZTFkODgwYTA5NmY5NmI0YWM3YzYiLCJzYWx0IjoiY2ZhNzBmODQ3OTRmODM5NjQ3OTEzNGEwNmFkMTI1N2YiLCJjb3N0IjoyMDAwLCJrZXlMZW5ndGgiOjMyLCJrZXlQcmVmaXgiOiI0MDExZGM2ZjM3YTNmMTgwZDMzNDk0ZWZlZGEzN2RiMyIsImtleVNpZ25hdHVyZSI6IjY0NjI1YzQyMDBjYjBjNTUwYmE1MWUxYjg0Y2RjNzNiMTZiOGFiZjc5MmQzODZkMTVkNDhlMmIwOTZlNzEyMDAiLCJkYXRhIjp7ImV4cGlyZXMiOjE3OTUyODY3NjB9fSwic2lnbmF0dXJlIjoiMWUwN2Y5OGQzMzBlMDg1NWMwMTM1ODYzMTFmZTIwNDU4OTlhOWJhZTk3ZGYyMTVkMzc3NzAwZTVmZmE3YjExYyJ9LCJzb2x1dGlvbiI6eyJjb3VudGVyIjoxNjAsImRlcml2ZWRLZXkiOiI0MDExZGM2ZjM3YTNmMTgwZDMzNDk0ZWZlZGEzN2RiMzMwZDgyZWJhNGM3ZDEyYTc3MzVhMGI5MGRkYTJiMDA2IiwidGltZSI6NTUuN319',
      consent: 1,
    },
    response: {
      reference: 'GL-9C9F4-0F294',
    },
  },
  'support/scheduleDemo': {
    request: {
      username: 'Asha',
      email_address: 'asha42@mail.example',
      message: 'Where is my ticket?',
      captcha:
        'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6eyJhbGdvcml0aG0iOiJQQktERjIvU0hBLTI1NiIsIm5vbmNlIjoiYWYyYjg1YjM1MDc1MWFjYmNhMmNhNTJhY2FiOTQxNTQiLCJzYWx0IjoiNjc3ODQ0OGU3YmMxN2VlYTIzMjBmMzk4NzNlOGFlYmIiLCJjb3N0IjoyMDAwLCJrZXlMZW5ndGgiOjMyLCJrZXlQcmVmaXgiOiIyZmIxODAzNGI5NGE3NDg4OWNkNGY1YmViNTRjNmYyMyIsImtleVNpZ25hdHVyZSI6Ijc5YzE3YWU3NTRlZTIwZDQ3NWNjZDAwNzlkYmYwNGQ4MjAzMzVmNzk5NTM3MWM0NmQ1MDlhOTZiZmZlMjNmNTYiLCJkYXRhIjp7ImV4cGlyZXMiOjE3OTUyODY3NjB9fSwic2lnbmF0dXJlIjoiZjRmYTEwMTNmZDcwYWEyOWYyZGZiNjQyYmRhOGYxY2ZiYjU3ODRhNGM3MWViOWJkMmY0Y2Y1ZmU4NGVjZTZjNCJ9LCJzb2x1dGlvbiI6eyJjb3VudGVyIjoyNDcsImRlcml2ZWRLZXkiOiIyZmIxODAzNGI5NGE3NDg4OWNkNGY1YmViNTRjNmYyMzM2Yjg2NGE5Y2FlZGNmMDNhYWRiNzcwOTE4NTY2ZGIwIiwidGltZSI6ODQuN319',
      consent: 1,
    },
    response: {
      reference: 'GL-3731C-58BF4',
    },
  },
};
