import type { ComponentProps } from 'react';
import { Cells } from './Cells.tsx';

/**
 * The cells for one position of a line. Their accessible name contains the name of the position and the current choice.
 */
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
