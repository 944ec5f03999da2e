import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { speak, useSay } from '#ui/language.tsx'
import { choose } from '#ui/preferences.ts'
import type { StoredUser } from '#ui/stored-user.ts'
import { findWords } from './find.messages.ts'
import type { Act } from './find.rules.ts'
import { FoundList, optionId } from './found-list.part.tsx'
import { useHeadline } from './headline.part.ts'
import type { Option } from './option-texts.part.ts'
import { useOptions } from './options.part.ts'
import styles from './palette.module.css'
import { rememberChosen } from './recent-found.part.ts'

const LIST = 'find-results'

const DO: Record<Act, () => void> = {
  dark: () => choose({ theme: 'dark' }),
  light: () => choose({ theme: 'light' }),
  en: () => speak('en'),
  jp: () => speak('jp'),
}

/** One box over the page that finds screens, reports with their days, people, cards, receipts and things to do. */
const Palette = ({ user, onClose }: { user: StoredUser; onClose: () => void }) => {
  const say = useSay(findWords)
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const asked = useOptions(user, text)
  const { options } = asked
  const { current, move } = useCurrent(options, text)
  const figure = useHeadline(user, asked.calendar, current?.match)
  useEffect(() => dialog.current?.showModal(), [])

  const open = (option: Option, inNewTab: boolean) => {
    if (option.fill) {
      setText(option.fill)
      box.current?.focus()
      return
    }
    if (option.chosen) rememberChosen(option.chosen)
    // Closing gives the focus back; a screen that opens takes it from there.
    dialog.current?.close()
    if (option.act) DO[option.act]()
    else if (inNewTab) window.open(option.href, '_blank', 'noopener')
    else router.navigate({ href: option.href, resetScroll: true } as never)
  }
  const openWhenFound = useOpenWhenFound(text, options, asked.isAsking, (option) => open(option, false))

  const onKey = (event: KeyboardEvent) => {
    // Enter ends a word that is being converted to kanji.
    if (event.nativeEvent.isComposing) return
    const held = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter') current ? open(current, held) : openWhenFound()
    else if (held && event.key.toLowerCase() === 'k') dialog.current?.close()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is one beside it.
    <dialog
      className={styles.palette}
      ref={dialog}
      aria-label={say('title')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className={styles.box}>
        <Icon name="search" />
        <input
          ref={box}
          role="combobox"
          aria-label={say('title')}
          aria-expanded={options.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(LIST, options.indexOf(current))}
          placeholder={say('hint')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <button type="button" aria-label={say('close')} onClick={() => dialog.current?.close()}>
          <kbd>Esc</kbd>
          <Icon name="close" />
        </button>
      </div>
      {options.length > 0 ? (
        <FoundList id={LIST} options={options} current={current?.key} text={text} figure={figure} onChoose={open} />
      ) : (
        <div id={LIST} className={styles.none}>
          {text.trim() !== '' && !asked.isAsking && (
            <>
              <p>{say('none', { text: text.trim() })}</p>
              <p className="note">{say('noneHint')}</p>
            </>
          )}
        </div>
      )}
      <Foot text={text} asked={asked} />
    </dialog>
  )
}

export default Palette

/** The option that Enter opens: the first one until another is chosen by the arrows, and it stays when more is found. */
const useCurrent = (options: readonly Option[], text: string) => {
  const [pinned, pin] = useState<{ text: string; key: string | undefined }>({ text, key: options[0]?.key })
  if (pinned.text !== text || (pinned.key === undefined && options[0])) pin({ text, key: options[0]?.key })
  const current = options.find(({ key }) => key === pinned.key) ?? options[0]
  const place = current ? options.indexOf(current) : -1
  useEffect(() => {
    document.getElementById(optionId(LIST, place))?.scrollIntoView({ block: 'nearest' })
  }, [place])
  const move = (by: 1 | -1) => {
    const next = options[(place + by + options.length) % options.length]
    if (next) pin({ text, key: next.key })
  }
  return { current, move }
}

/** Enter that comes before anything is found, as from a card reader, opens what is found first. */
const useOpenWhenFound = (text: string, options: readonly Option[], isAsking: boolean, open: (option: Option) => void) => {
  const [waitsFor, setWaitsFor] = useState<string>()
  useEffect(() => {
    const [first] = options
    if (waitsFor === undefined) return
    if (waitsFor !== text || !isAsking) setWaitsFor(undefined)
    if (waitsFor === text && first) open(first)
  })
  return () => {
    if (isAsking) setWaitsFor(text)
  }
}

const Foot = ({ text, asked }: { text: string; asked: Omit<ReturnType<typeof useOptions>, 'found' | 'calendar'> }) => {
  const say = useSay(findWords)
  const { options, isAsking, hasFailed, readAs } = asked
  const said = [
    text.trim() === '' ? '' : options.length > 0 || !isAsking ? say.count('found', options.length) : '',
    readAs ? say('readAs', readAs) : '',
    isAsking && options.length === 0 ? say('asking') : '',
    hasFailed ? say('failed') : '',
  ]
  return (
    <div className={styles.foot}>
      <p role="status">{said.filter(Boolean).join(' ')}</p>
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {say('choose')} <kbd>Ctrl</kbd> <kbd>Enter</kbd> {say('newTab')}
      </p>
    </div>
  )
}
