import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from './decode.ts';

const bytes = (...values: number[]) => Buffer.from(values);
const decoded = (buffer: Buffer) => decodeText(buffer) ?? { text: null, encoding: null };

describe('UTF-8', () => {
  test('plain, with a mark, and empty', () => {
    expect(decoded(Buffer.from('const a = 1;\r\n'))).toEqual({ text: 'const a = 1;\r\n', encoding: 'utf-8' });
    expect(decoded(Buffer.from('\ufeffconst é = "😀";'))).toEqual({ text: 'const é = "😀";', encoding: 'utf-8' });
    expect(decoded(Buffer.alloc(0))).toEqual({ text: '', encoding: 'utf-8' });
    expect(decoded(bytes(0xef, 0xbb, 0xbf))).toEqual({ text: '', encoding: 'utf-8' });
  });

  test('wins whenever it is valid, though the bytes are good Chinese too', () => {
    const both = bytes(0xc4, 0xa3, 0xc4, 0xa3);
    expect(iconv.decode(both, 'gbk')).toBe('模模');
    expect(decoded(both)).toEqual({ text: 'ģģ', encoding: 'utf-8' });
  });

  test('stays UTF-8 with a few damaged bytes, wherever they are', () => {
    const text = 'déjà vu, naïve, façade, Größe, 设备清单, привет\n'.repeat(5);
    const damaged = Buffer.concat([bytes(0xc3), Buffer.from(text), bytes(0xff), Buffer.from('é'), bytes(0xe8, 0xae)]);
    expect(decoded(damaged)).toEqual({ text: `\ufffd${text}\ufffdé\ufffd`, encoding: 'utf-8' });
  });

  test('any text comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(decoded(Buffer.from(text)).text).toBe(text);
      }),
    );
  });
});

describe('UTF-16', () => {
  const TEXTS = [
    'const needle = 1;\r\nreturn needle;\r\n',
    '// 设备清单：重试 3 次\nfoo();\n',
    '// Привет, мир\n',
    'a = "😀"\n',
  ];
  const CHINESE = `${'这里需要加锁，否则会有竞态条件。返回值为空时抛出异常，一定要检查。'.repeat(4)}\n`.repeat(20);

  test('S6 F12 with and without a mark, in both byte orders', () => {
    for (const text of [...TEXTS, CHINESE])
      for (const order of ['utf-16le', 'utf-16be'] as const) {
        for (const addBOM of [true, false]) {
          expect(decoded(iconv.encode(text, order, { addBOM }))).toEqual({ text, encoding: order });
        }
      }
  });

  test('a byte left over and a lone surrogate do not spoil the text', () => {
    const text = Buffer.concat([bytes(0xff, 0xfe), Buffer.from(`${'let x;\n'.repeat(60)}`, 'utf16le'), bytes(0x41)]);
    expect(decoded(text)).toEqual({ text: 'let x;\n'.repeat(60), encoding: 'utf-16le' });
    const lone = Buffer.concat([bytes(0xff, 0xfe), Buffer.from(`${'let x;\n'.repeat(60)}\ud800`, 'utf16le')]);
    expect(decoded(lone).text?.isWellFormed()).toBe(true);
  });
});

describe('binary', () => {
  test.each([
    ['F16 a NUL after text', Buffer.from('hello\n\0')],
    ['text, a NUL, an even length', Buffer.from('hello\0')],
    ['two NULs between words', Buffer.from('one\0two three\0four')],
    ['an accent and a NUL', Buffer.from('caf\xe9 au lait, cr\xe8me br\xfbl\xe9e\0', 'latin1')],
    ['small numbers of 16 bits', bytes(1, 0, 2, 0, 3, 0, 10, 0, 32, 0, 65, 0)],
    ['numbers of 32 bits', bytes(65, 0, 0, 0, 66, 0, 0, 0)],
    ['an image', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52)],
    ['a program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(9), bytes(3, 0, 0x3e, 0)])],
    ['compressed bytes without a NUL', bytes(...Array.from({ length: 4_000 }, (_, at) => ((at * 7_919) % 255) + 1))],
    ['a mark before what is no UTF-16', Buffer.concat([bytes(0xff, 0xfe), bytes(...Array(200).keys())])],
  ])('%s', (_name, buffer) => {
    expect(decodeText(buffer)).toBeNull();
  });

  test('a NUL wherever it stands makes a file binary, as it does for ripgrep', () => {
    const text = 'line of text\n'.repeat(1_000);
    expect(decoded(Buffer.from(text)).encoding).toBe('utf-8');
    expect(decodeText(Buffer.from(`${text}\0`))).toBeNull();
    expect(decodeText(Buffer.from(`\0${text}`))).toBeNull();
  });

  test('form feed, escape and the DOS end mark are text', () => {
    expect(decoded(Buffer.from('\x1b[1mcaf\xe9\x1b[0m\f\n\x1a', 'latin1')).encoding).toBe('iso-8859-1');
  });
});

describe('older encodings', () => {
  const CASES: [string, string[]][] = [
    ['gbk', ['设备清单', '重试', '登录失败', '中文', '测试', '打开串口失败！', '返回值为空时抛出异常', '订单状态']],
    ['shift_jis', ['設備一覧', '再試行', 'ユーザー', '処理', '値', 'ログインに失敗しました', 'テスト', '型']],
    ['euc-kr', ['설비 목록', '재시도', '사용자', '로그인에 실패했습니다', '오류', '함수', '값을 반환한다']],
    ['big5', ['設備清單', '登入失敗', '使用者', '取得使用者資訊', '錯誤']],
    ['euc-jp', ['ユーザー情報を取得する', 'テスト', '値が空の場合']],
    [
      'iso-8859-1',
      ['café', 'Größe', 'mañana', 'INFORMAÇÃO', 'ÄÖÜ', 'räksmörgås', '¿Qué?', '25 °C', '© 2020', 'µs', 'STÄRKE', 'ß'],
    ],
    ['windows-1252', ['it’s', '“quoted”', 'a – b', '5 €', 'Foo™']],
    ['windows-1251', ['Привет', 'пользователь', 'Ошибка чтения файла', 'настройки']],
    ['koi8-r', ['Привет', 'Ошибка чтения файла']],
  ];
  const WRAPS: ((word: string) => string)[] = [
    (word) => word,
    (word) => `// ${word}\n`,
    (word) => `int main() {\n  int x = 0; // ${word}\n  return x;\n}\n`,
    (word) => `const message = "${word}";\r\n`,
  ];

  test.each(CASES.flatMap(([encoding, words]) => words.map((word): [string, string] => [encoding, word])))(
    'S7 %s: %s, alone and inside code',
    (encoding, word) => {
      for (const wrap of WRAPS) {
        expect(decoded(iconv.encode(wrap(word), encoding))).toEqual({ text: wrap(word), encoding });
      }
    },
  );

  test('S7 the same word is found in every encoding, far into a file of ASCII', () => {
    const code = 'export function retry(count: number): void {}\n'.repeat(2_000);
    for (const encoding of ['gbk', 'shift_jis', 'euc-jp', 'big5']) {
      const file = iconv.encode(`${code}// 設備、配置：再試行\n`, encoding);
      expect(decoded(file).text?.endsWith('// 設備、配置：再試行\n'), encoding).toBe(true);
    }
  });

  test('one damaged byte does not turn a Chinese file into another encoding', () => {
    const line = iconv.encode('// 这里需要加锁，否则会有竞态条件\n', 'gbk');
    const file = Buffer.concat([...Array(20).fill(line), bytes(0xc9, 0x0a), line]);
    expect(decoded(file).encoding).toBe('gbk');
  });
});
