import { useMemo } from 'react'
import type { ChoosableTable } from '#shared/choosable-tables.ts'
import type { Column } from '#shared/endpoint.ts'
import { BlankSheet } from './blank.tsx'
import { useSay } from './language.tsx'
import { chooseColumns, chosenColumns, usePreferences } from './preferences.ts'
import { ui } from './ui.messages.ts'
import { useUrlState } from './url-state.ts'

/** A table whose columns each person chooses. */
export interface ColumnChoice {
  table: ChoosableTable
  /** What a manager wants first, in that order; until somebody chooses, the table has the first of them that there are. A detail has all. */
  usual: readonly string[] | 'all'
  /** How many columns name the row: they lead it and always stay. */
  heads?: number
}

const USUAL_COLUMNS = 7

/** The columns of a table that are shown: those the person chose, else the main ones; an address with `cols=all` shows all. */
export const useShownColumns = (choice: ColumnChoice, columns: readonly Column[]): Column[] => {
  const [{ cols }] = useUrlState()
  const { columns: written } = usePreferences()
  return useMemo(() => {
    const chosen = chosenColumns({ columns: written })[choice.table]
    return cols === 'all' ? [...columns] : shownOf(choice, columns, chosen)
  }, [cols, written, choice, columns])
}

/** The columns of a choice, or the main ones where nobody chose or nothing chosen is there. */
const shownOf = ({ usual, heads = 1 }: ColumnChoice, columns: readonly Column[], chosen: readonly string[] | undefined): Column[] => {
  const leading = columns.slice(0, heads)
  const rest = columns.slice(heads)
  const named = (names: readonly string[]) => names.flatMap((name) => rest.filter(({ key }) => key === name))
  const own = named(chosen ?? [])
  if (own.length > 0) return [...leading, ...own]
  return usual === 'all' ? [...columns] : [...leading, ...named(usual).slice(0, USUAL_COLUMNS - heads)]
}

/** The names of the columns on screen for a file, where there are others. */
export const namesOfShown = (shown: readonly Column[], columns: readonly Column[]): string[] | undefined =>
  shown.length < columns.length ? shown.map(({ key }) => key) : undefined

interface ColumnPickerProps {
  choice: ColumnChoice
  /** Everything the table has now. */
  columns: readonly Column[]
}

/** The button "Columns": a list to tick, and the way back to the main columns. */
export const ColumnPicker = ({ choice, columns }: ColumnPickerProps) => {
  const say = useSay(ui)
  const [{ cols }, change] = useUrlState()
  const { columns: written } = usePreferences()
  const shown = useShownColumns(choice, columns)
  const { table, heads = 1 } = choice
  const choosable = columns.slice(heads)
  const on = shown.slice(heads).map(({ key }) => key)
  const choose = (keys: string[] | undefined) => {
    if (cols !== undefined) change({ cols: undefined }, 'replace')
    chooseColumns(table, keys)
  }
  const tick = (key: string, isOn: boolean) => {
    // What belongs to another comparison or range is not here now, and stays chosen.
    const away = (chosenColumns({ columns: written })[table] ?? []).filter((name) => !columns.some((column) => column.key === name))
    const keys = choosable.map((column) => column.key)
    choose([...(isOn ? placed(key, on, keys) : on.filter((one) => one !== key)), ...away])
  }
  return (
    <BlankSheet label={say('columns')} answer={say('columnsShown', { n: shown.length, of: columns.length })}>
      {() => (
        <fieldset className="many">
          <legend className="sr">{say('columns')}</legend>
          <p className="acts">
            <button type="button" className="btn" onClick={() => choose(choosable.map(({ key }) => key))}>
              {say('allColumns')}
            </button>
            <button type="button" className="btn" onClick={() => choose(undefined)}>
              {say('mainColumns')}
            </button>
          </p>
          {choosable.map(({ key, title }) => (
            <label className="tickable" key={key}>
              <input
                type="checkbox"
                checked={on.includes(key)}
                disabled={on.length === 1 && on.includes(key)}
                onChange={(event) => tick(key, event.target.checked)}
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
      )}
    </BlankSheet>
  )
}

/** A new column beside the one it stands after in the table, so that nothing else moves. */
const placed = (key: string, shown: readonly string[], all: readonly string[]): string[] => {
  const before = all.slice(0, all.indexOf(key)).reverse()
  const neighbour = before.find((one) => shown.includes(one))
  const at = neighbour === undefined ? 0 : shown.indexOf(neighbour) + 1
  return [...shown.slice(0, at), key, ...shown.slice(at)]
}
