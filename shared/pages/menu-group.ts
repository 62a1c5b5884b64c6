/** The page of a group of the footer menu, with a link to each child of the group. */
export interface MenuGroupPage {
  kind: 'group';
  title: string;
  entries: {
    /** URL fragment that selects this child on the page of the group. The page highlights the selected child. */
    id: string;
    label: string;
    href: string;
    text: string;
  }[];
}
