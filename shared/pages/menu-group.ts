/** The page of a group of the footer menu, with a link to each child of the group. */
export interface MenuGroupPage {
  kind: 'group';
  title: string;
  entries: {
    /** Fragment of the group's address for this child. The page marks the child that the fragment names. */
    id: string;
    label: string;
    href: string;
    text: string;
  }[];
}
