import type { ComponentProps } from 'react';
import { Cells } from './Cells.tsx';

/** The cells of one place of a line. The group is named by the place and by the choice in it. */
export function PlacePanel({
  name,
  chosen,
  ...cells
}: { name: string; chosen: string } & Omit<ComponentProps<typeof Cells>, 'label' | 'labelledBy'>) {
  return (
    <div className="panel-of-cells">
      <p className="panel-of-cells__name" aria-hidden="true">
        {name}
      </p>
      <Cells {...cells} label={`${name}: ${chosen}`} />
    </div>
  );
}
