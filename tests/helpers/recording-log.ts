import type { Log } from '../../server/log.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: unknown;
  message: string;
}

export function createRecordingLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (fields: unknown, message = ''): void => {
      lines.push({ level, fields, message });
    };
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines };
}
