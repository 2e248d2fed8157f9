// An image of a record: choose, cut where it must be square, copy its address, take it away.
import { IconCopy, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { showDialog, toast } from '../../notices.ts';
import basics from '../../style/basics.module.css';
import { icon_16 } from '../icon.ts';
import { PlainButton } from '../plain-button.tsx';
import {
  type Area,
  cutSquare,
  decode,
  image_side,
  image_types,
  isImageType,
  readFile,
  type Size,
  shownImage,
  sizeProblem,
} from './image-files.ts';
import styles from './image-upload.module.css';

const ImageCropper = lazy(async () => ({
  default: (await import('./image-cropper.tsx')).ImageCropper,
}));

interface ImageUploadProps {
  name: string;
  label: string;
  /** Address of the stored image, a data address of a new one, or ''. */
  value: string;
  onChange: (value: string) => void;
  /** A square part is cut out; without it the image is taken as it is. */
  square?: boolean;
  /** Pixels an image that is not cut may have. */
  limit?: Size;
  disabled?: boolean;
}

function refuseImage(text: string): void {
  showDialog({ tone: 'error', title: 'Image upload error', text, try_again: true });
}

function refuseFile(): void {
  refuseImage('There was a problem processing the file.');
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    toast('Your Have successfully copied the Image URL to your clipboard!');
  } catch {
    toast('Your browser blocked copying.', 'warning');
  }
}

interface Cutting {
  /** As the cropper shows it: parts are in its pixels. */
  shown: HTMLImageElement;
}

const default_limit = { width: image_side, height: image_side };

function useChosen({ square = false, limit = default_limit, onChange }: ImageUploadProps) {
  const [cutting, setCutting] = useState<Cutting | null>(null);
  const take = async (file: File) => {
    if (!isImageType(file.type)) {
      refuseImage('Only png, gif and jpeg images can be uploaded.');
      return;
    }
    try {
      const image = await decode(await readFile(file));
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      const problem = square ? '' : sizeProblem(size, limit);
      if (problem !== '') refuseImage(problem);
      else if (square) setCutting({ shown: await decode(shownImage(image)) });
      else onChange(image.src);
    } catch {
      refuseFile();
    }
  };
  const close = () => setCutting(null);
  return { cutting, take, close };
}

interface CutterProps extends Cutting {
  onChange: (image: string) => void;
  onClose: () => void;
}

function Cutter({ shown, onChange, onClose }: CutterProps) {
  const cut = (part: Area) => {
    try {
      return cutSquare(shown, part);
    } catch {
      refuseFile();
      return null;
    }
  };
  const done = (image: string) => {
    onChange(image);
    onClose();
  };
  return (
    <Suspense fallback={null}>
      <ImageCropper image={shown.src} cut={cut} onDone={done} onClose={onClose} />
    </Suspense>
  );
}

export function ImageUpload(props: ImageUploadProps) {
  const { name, label, value, onChange, disabled = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { cutting, take, close } = useChosen(props);
  const stored = value !== '' && !value.startsWith('data:');
  const copy = () => void copyAddress(value);
  const takeAway = () => {
    if (disabled) return;
    onChange('');
    // The button is removed with the image: the focus stays in the form, whose keys need it.
    choose.current?.focus();
  };
  return (
    <div className={styles.imageUpload}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.imageFrame} data-part="image-frame">
        {value ? <img src={value} alt={label} /> : <IconPhoto {...icon_16} />}
      </div>
      <div className={styles.imageTools}>
        <input
          ref={input}
          id={id}
          name={name}
          className={basics.hiddenText}
          type="file"
          tabIndex={-1}
          accept={image_types.join(',')}
          disabled={disabled}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void take(file);
            // The same file may be chosen again after it was refused or taken away.
            event.currentTarget.value = '';
          }}
        />
        <PlainButton ref={choose} aria-disabled={disabled} onClick={() => input.current?.click()}>
          <IconUpload {...icon_16} />
          {value ? 'Replace image' : 'Choose image'}
        </PlainButton>
        {stored && (
          <PlainButton onClick={copy}>
            <IconCopy {...icon_16} />
            Copy URL
          </PlainButton>
        )}
        {value !== '' && (
          <PlainButton aria-disabled={disabled} onClick={takeAway}>
            <IconX {...icon_16} />
            Remove image
          </PlainButton>
        )}
      </div>
      {cutting && <Cutter shown={cutting.shown} onChange={onChange} onClose={close} />}
    </div>
  );
}
