import { createRoot } from 'react-dom/client';
import { Tabs } from '../../../client/ui/Tabs.tsx';

const tabs = ['Promotions', 'Transactions', 'System'].map((label) => ({
  id: label,
  label,
  content: <p>{`About ${label}`}</p>,
}));
const main = document.querySelector('main');
if (main)
  createRoot(main).render(
    <>
      <h1>Notifications</h1>
      <Tabs tabs={tabs} label="Kinds" />
      <a href="#after">After</a>
    </>,
  );
