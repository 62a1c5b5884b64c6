import { useFrame, useT } from '../../layout/Strings.tsx';
import { publisherOf, StructuredData } from '../../layout/StructuredData.tsx';

/** Describes one draw for search engines, as an event on this page. */
export function DrawEvent({
  name,
  description,
  startsAt,
  isVoided = false,
}: {
  name: string;
  description: string;
  startsAt: string;
  isVoided?: boolean;
}) {
  const t = useT();
  const { lang, picture } = useFrame();
  return (
    <StructuredData
      of={(addressOf, canonical) => ({
        '@type': 'Event',
        name,
        description,
        startDate: startsAt,
        eventStatus: `https://schema.org/${isVoided ? 'EventCancelled' : 'EventScheduled'}`,
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: canonical },
        image: picture?.href ?? null,
        organizer: publisherOf(t('site.name'), addressOf),
        inLanguage: lang,
      })}
    />
  );
}
