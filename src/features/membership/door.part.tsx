import { type ReactNode, useEffect } from 'react'
import { speak, useLanguage, useSay } from '#ui/language.tsx'
import { HoursPicture } from './hours-picture.part.tsx'
import { membershipTexts } from './membership.messages.ts'

/** A screen in front of the house: the engraved hours, and a docket hung over them. */
export const Door = ({ title, brand, lede, children, note }: { title: string; brand?: boolean; lede?: ReactNode; children: ReactNode; note?: ReactNode }) => {
  useEffect(() => {
    document.title = brand ? 'Daybook' : `${title} · Daybook`
  }, [title, brand])
  return (
    <div className="door">
      <main>
        <HoursPicture />
        <div className="slip">
          <h1 className={brand ? undefined : 'words'}>{brand ? 'Daybook' : title}</h1>
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
