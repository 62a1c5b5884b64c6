import type { FormName } from '../../../shared/forms/forms.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import { AccountForm } from './AccountForm.tsx';
import { loadForm } from './load-form.ts';

export function formScreen(name: FormName): Screen {
  return {
    load: (request) => loadForm(name, request),
    Component: () => <ScreenContent Content={FormPanel} skeleton={<FormSkeleton />} />,
  };
}

export function FormPanel({ view }: { view: FormView }) {
  return (
    <div className="account-form">
      <AccountForm view={view} />
    </div>
  );
}

export function FormSkeleton() {
  return (
    <div className="account-form">
      <span className="skeleton skeleton--card" />
      <span className="skeleton skeleton--card" />
      <span className="skeleton skeleton--card" />
    </div>
  );
}
