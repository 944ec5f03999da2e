import { type ReactNode, useEffect, useRef } from 'react'
import { speak, useLanguage, useSay } from '#ui/language.tsx'
import { HoursPicture } from './hours-picture.part.tsx'
import { membershipTexts } from './membership.messages.ts'

/** A screen in front of the house: the engraved hours, and a docket hung over them. */
export const Door = ({ title, brand, lede, children, note }: { title: string; brand?: boolean; lede?: ReactNode; children: ReactNode; note?: ReactNode }) => {
  useEffect(() => {
    document.title = brand ? 'Daybook' : `${title} · Daybook`
  }, [title, brand])
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(title)
  useEffect(() => {
    // The button that was pressed is gone with the form it sent: what came of it is where reading goes on.
    if (last.current !== title && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    last.current = title
  }, [title])
  return (
    <div className="door">
      <main>
        <HoursPicture />
        <div className="slip">
          <h1 className={brand ? undefined : 'words'} ref={heading} tabIndex={-1}>
            {brand ? 'Daybook' : title}
          </h1>
          {lede && <div className="lede">{lede}</div>}
          {children}
          {note && <p className="note">{note}</p>}
        </div>
      </main>
    </div>
  )
}

/** The other language by its own name; before anyone is signed in, too. */
export const OtherLanguage = () => {
  const say = useSay(membershipTexts)
  const { language } = useLanguage()
  return (
    <button type="button" className="text-btn" lang={language === 'jp' ? 'en' : 'ja'} onClick={() => speak(language === 'jp' ? 'en' : 'jp')}>
      {say('otherLanguage')}
    </button>
  )
}
