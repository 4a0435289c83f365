import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'

/** The picture gallery, loaded on demand. */
export const GalleryDialog = lazyPart(() => import('./GalleryDialog.tsx'), 'GalleryDialog')
