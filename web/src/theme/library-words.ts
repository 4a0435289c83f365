import type { Language } from '#contract/limits'

interface Words {
  clear: string
  close: string
  open: string
  loading: string
  nothing: string
  pages: string
  page: (page: number | null, chosen: boolean) => string
  first: string
  last: string
  next: string
  previous: string
}

/** Texts of the component library. Its own translations would create number formats before anything is drawn. */
const words: Record<Language, Words> = {
  DE: {
    clear: 'Leeren',
    close: 'Schliessen',
    open: 'Öffnen',
    loading: 'Wird geladen…',
    nothing: 'Keine Optionen',
    pages: 'Seiten',
    page: (page, chosen) => (chosen ? `Seite ${page}` : `Gehe zu Seite ${page}`),
    first: 'Zur ersten Seite',
    last: 'Zur letzten Seite',
    next: 'Zur nächsten Seite',
    previous: 'Zur vorherigen Seite',
  },
  EN: {
    clear: 'Clear',
    close: 'Close',
    open: 'Open',
    loading: 'Loading…',
    nothing: 'No options',
    pages: 'Pages',
    page: (page, chosen) => (chosen ? `page ${page}` : `Go to page ${page}`),
    first: 'Go to first page',
    last: 'Go to last page',
    next: 'Go to next page',
    previous: 'Go to previous page',
  },
  FR: {
    clear: 'Vider',
    close: 'Fermer',
    open: 'Ouvrir',
    loading: 'Chargement…',
    nothing: 'Pas de résultats',
    pages: 'Pages',
    page: (page, chosen) => (chosen ? `Page ${page}` : `Aller à la page ${page}`),
    first: 'Aller à la première page',
    last: 'Aller à la dernière page',
    next: 'Aller à la page suivante',
    previous: 'Aller à la page précédente',
  },
}

export function wordsAsDefaults(language: Language) {
  const say = words[language]
  return {
    MuiAutocomplete: {
      clearText: say.clear,
      closeText: say.close,
      openText: say.open,
      loadingText: say.loading,
      noOptionsText: say.nothing,
    },
    MuiAlert: { closeText: say.close },
    MuiPagination: {
      'aria-label': say.pages,
      getItemAriaLabel: (type: string, page: number | null, chosen: boolean) => {
        if (type === 'first' || type === 'last' || type === 'next' || type === 'previous') return say[type]
        return say.page(page, chosen)
      },
    },
  }
}
