import { expect, it } from 'vitest';
import { createSharedTier } from '../../../../server/shared-tier/shared-tier.ts';
import { createRecordingLog } from '../../../helpers/recording-log.ts';

it('the shared tier sends pending purges before it reads shared values', async () => {
  const released = Promise.withResolvers<void>();
  const catchingUp = Promise.withResolvers<void>();
  const ran: string[] = [];
  const tier = createSharedTier({
    link: {
      trouble: null,
      connected: async () => undefined,
      prepare: async () => undefined,
      close: () => undefined,
      async run(name) {
        ran.push(name);
        if (name !== 'catchUp') return 1;
        catchingUp.resolve();
        await released.promise;
        return ['epoch', 0, []];
      },
    },
    ucid: 'golden_lotto',
    buildId: 'build',
    secret: 'secret',
    log: createRecordingLog().log,
    onPurge: () => undefined,
    onGap: () => undefined,
  });
  const started = tier.start();
  await catchingUp.promise;
  await tier.announce({ id: 'one', tags: ['cms:faq'], hard: false });
  released.resolve();
  await started;
  expect(tier.joined).toBe(true);
  expect(ran.slice(0, 3)).toEqual(['catchUp', 'purge', 'catchUp']);
  await tier.close();
});
