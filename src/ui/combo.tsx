import { type ReactNode, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { searchText } from '#shared/search-text.ts'
import { Icon } from './icon.tsx'

export interface ComboOption {
  value: string
  label: string
  /** Further words it is found by. */
  words?: string
}

export interface ComboProps {
  label: string
  value: string
  options: readonly ComboOption[]
  onChange: (value: string) => void
  hint?: ReactNode
  wrong?: string | boolean | undefined
  small?: boolean
  disabled?: boolean
}

/** One answer of many, in a list that is searched by typing. What is typed and is no option becomes the value on leaving the field, for the form to refuse. */
export const Combo = ({ label, value, options, onChange, hint, wrong, small, disabled }: ComboProps) => {
  const [typed, setTyped] = useState<string>()
  const byLabel = useMemo(() => new Map(options.map((one) => [one.label, one])), [options])
  const chosen = options.find((one) => one.value === value)
  // While somebody types, the value stays: the list closes whenever it changes.
  const commit = () => {
    if (typed === undefined) return
    setTyped(undefined)
    const text = typed.trim()
    const exact = options.find((one) => [one.value, one.label].some((name) => searchText(name) === searchText(text)))
    const [only, ...others] = options.filter((one) => isFound(one, text))
    const found = exact ?? (text !== '' && others.length === 0 ? only : undefined)
    onChange(found?.value ?? text)
  }
  return (
    <ComboBox
      className={small ? 'field small' : 'field'}
      allowsCustomValue
      inputValue={typed ?? chosen?.label ?? value}
      onInputChange={setTyped}
      value={chosen?.value ?? null}
      onChange={(key) => {
        // React Aria also reports null at each typed letter that differs from the choice.
        if (key === null) return
        setTyped(undefined)
        onChange(String(key))
      }}
      onBlur={commit}
      defaultFilter={(text, input) => isFound(byLabel.get(text) ?? { value: '', label: text }, input)}
      isInvalid={Boolean(wrong)}
      isDisabled={disabled ?? false}
    >
      <Label>{label}</Label>
      <div className="inside">
        <Input
          autoComplete="off"
          spellCheck={false}
          onClick={({ currentTarget }) => currentTarget.select()}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
        <Button>
          <Icon name="caret" />
        </Button>
      </div>
      {hint && (
        <Text slot="description" elementType="p" className="hint">
          {hint}
        </Text>
      )}
      {typeof wrong === 'string' && wrong !== '' && (
        <Text slot="errorMessage" elementType="p" className="wrong">
          <Icon name="attention" /> {wrong}
        </Text>
      )}
      <Popover className="popover" offset={4}>
        <ListBox className="choices" items={options.map((one) => ({ ...one, id: one.value }))}>
          {(one) => (
            <ListBoxItem textValue={one.label} className="choice">
              <span className="tick">{one.value === value && <Icon name="check" />}</span>
              <span>{one.label}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

const isFound = ({ value, label, words = '' }: ComboOption, text: string): boolean => searchText(`${value} ${label} ${words}`).includes(searchText(text).trim())
