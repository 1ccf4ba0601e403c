import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';

/** A new table: a header row and one row of cells. */
const NEW_TABLE = { rows: 2, columns: 3 } as const;

/** The table around the selection, and the selected cell. */
interface Place {
  table: Node;
  /** Position before the table. */
  pos: number;
  row: number;
  column: number;
}

function placeOf({ state }: Editor): Place | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth >= 2; depth -= 1) {
    const table = $from.node(depth - 2);
    if (table.type.name !== 'table') continue;
    return {
      table,
      pos: $from.before(depth - 2),
      row: $from.index(depth - 2),
      column: $from.index(depth - 1),
    };
  }
  return null;
}

export const isInTable = (editor: Editor): boolean => placeOf(editor) !== null;

/** Pasted tables may have merged cells: their rows and columns are ambiguous. */
const isRegular = (table: Node): boolean => {
  const rows = table.content.content;
  return rows.every(
    ({ childCount, content }) =>
      childCount === rows[0]?.childCount &&
      content.content.every(
        ({ attrs }) => Number(attrs['colspan'] ?? 1) === 1 && Number(attrs['rowspan'] ?? 1) === 1,
      ),
  );
};

/** True if `editTable` can change rows and columns of the table around the selection. */
export function isTableEditable(editor: Editor): boolean {
  const place = placeOf(editor);
  return place !== null && isRegular(place.table);
}

/** Inserts a table after the selected block, with the cursor in its first cell. */
export function insertTable(editor: Editor): void {
  const { state, view } = editor;
  const { schema, selection } = state;
  const { table, tr: row, th, td, paragraph } = schema.nodes;
  if (!table || !row || !th || !td || !paragraph) return;
  const rowOf = (type: typeof th) =>
    row.create(
      null,
      Array.from({ length: NEW_TABLE.columns }, () => type.create(null, paragraph.create())),
    );
  const made = table.create(null, [
    rowOf(th),
    ...Array.from({ length: NEW_TABLE.rows - 1 }, () => rowOf(td)),
  ]);
  const after = selection.$to.after(1);
  // So that text can be typed below it.
  const isLast = after === state.doc.content.size;
  const step = state.tr.insert(after, isLast ? [made, paragraph.create()] : made);
  view.dispatch(step.setSelection(TextSelection.near(step.doc.resolve(after + 1))).scrollIntoView());
  view.focus();
}

export const TABLE_STEPS = ['row_add', 'row_remove', 'column_add', 'column_remove', 'table_remove'] as const;
export type TableStep = (typeof TABLE_STEPS)[number];

/** Changes the table around the selection. Removing the last row or column removes the table. */
export function editTable(editor: Editor, step: TableStep): void {
  const place = placeOf(editor);
  if (!place || (step !== 'table_remove' && !isRegular(place.table))) return;
  const { view, state } = editor;
  const { table, pos, row, column } = place;
  const changed = step === 'table_remove' ? null : changedTable(table, step, row, column);
  const to = pos + table.nodeSize;
  const tr = changed ? state.tr.replaceWith(pos, to, changed) : state.tr.delete(pos, to);
  view.dispatch(select(tr, pos, changed, row, column).scrollIntoView());
  view.focus();
}

function changedTable(
  table: Node,
  step: Exclude<TableStep, 'table_remove'>,
  row: number,
  column: number,
): Node | null {
  const rows = [...table.content.content];
  const { td, paragraph } = table.type.schema.nodes;
  if (!td || !paragraph) return table;
  const empty = (type = td) => type.create(null, paragraph.create());
  const current = rows[row];
  if (!current) return table;
  switch (step) {
    case 'row_add':
      rows.splice(row + 1, 0, current.copy(Fragment.from(current.content.content.map(() => empty()))));
      break;
    case 'row_remove':
      rows.splice(row, 1);
      break;
    default:
      for (const [index, each] of rows.entries()) {
        const cells = [...each.content.content];
        if (step === 'column_remove') cells.splice(column, 1);
        else cells.splice(column + 1, 0, empty(cells[column]?.type));
        rows[index] = each.copy(Fragment.from(cells));
      }
  }
  const isEmpty = rows.length === 0 || rows[0]?.childCount === 0;
  return isEmpty ? null : table.copy(Fragment.from(rows));
}

/** Puts the cursor into the cell nearest to its previous one. */
function select(tr: Transaction, pos: number, table: Node | null, row: number, column: number): Transaction {
  let at = pos;
  if (table) {
    const y = Math.min(row, table.childCount - 1);
    at += 1;
    for (let index = 0; index < y; index += 1) at += table.child(index).nodeSize;
    const line = table.child(y);
    at += 1;
    for (let index = 0; index < Math.min(column, line.childCount - 1); index += 1)
      at += line.child(index).nodeSize;
    at += 1;
  }
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size))));
}
