import type { ThemeOptions } from '@mui/material/styles'
import type { Language } from '#contract/limits'
import { edgeOfForcedColours, focusRing } from './focus-ring.ts'
import { wordsAsDefaults } from './library-words.ts'
import { onPhone } from './narrow.ts'
import type { colours } from './tokens.ts'

type Colours = (typeof colours)['light' | 'dark']

/**
 * Returns defaults for components: compact, with a visible focus ring. The explicit type matters: comparing an inferred
 * one with that of `createTheme` took a quarter of the time of type checking.
 */
export function componentDefaults(c: Colours, language: Language): ThemeOptions['components'] {
  const words = wordsAsDefaults(language)
  const ring = focusRing(c.accent)
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': ring, '&:focus-visible': ring } },
    },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiAutocomplete: { defaultProps: { size: 'small', ...words.MuiAutocomplete } },
    MuiAlert: {
      defaultProps: words.MuiAlert,
      styleOverrides: {
        root: {
          // beside a button a sentence would have little room on a phone
          [`@media ${onPhone}`]: {
            '&:has(.MuiAlert-action .button)': { flexWrap: 'wrap' },
            '& .MuiAlert-message': { flex: '1 1 0' },
            '& .MuiAlert-action:has(.button)': {
              flexBasis: '100%',
              justifyContent: 'flex-end',
              margin: 0,
              padding: 0,
            },
          },
        },
      },
    },
    MuiPagination: { defaultProps: words.MuiPagination },
    MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -6 } } },
    MuiRadio: { defaultProps: { size: 'small', color: 'secondary' } },
    MuiSwitch: {
      defaultProps: { size: 'small', color: 'secondary' },
      styleOverrides: { root: { '&:has(:focus-visible)': { ...ring, borderRadius: 12 } } },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        notchedOutline: { borderColor: c.outline },
        root: {
          backgroundColor: c.surface,
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: c.accent },
        },
      },
    },
    // each field would insert and remove these global styles; looks.css has them once
    MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
    MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: c.accent } } } },
    MuiMenuItem: { defaultProps: { dense: true } },
    MuiList: { defaultProps: { dense: true } },
    // the selected background has little contrast to muted text, especially while hovered
    MuiListItemButton: { styleOverrides: { root: { '&.Mui-selected .MuiListItemText-secondary': { color: c.text } } } },
    MuiToolbar: { defaultProps: { variant: 'dense' } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, elevation: edgeOfForcedColours } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '16px 20px 8px' } } },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 16px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 16px 12px' } } },
    // styles of elements; those of classes are in looks.css
    MuiCssBaseline: {
      styleOverrides: {
        ':focus-visible': ring,
        // with forced colours, backgrounds and shadows of selected items are invisible
        '@media (forced-colors: active)': {
          ':is([aria-selected=true], [aria-pressed=true], [aria-current]:not([aria-current=false])):not(:focus-visible)':
            { outline: '2px solid Highlight', outlineOffset: -2 },
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            transitionDuration: '0.01ms !important',
          },
        },
      },
    },
  }
}
