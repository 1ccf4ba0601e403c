import { transform } from '@swc/core';
import { intentLoader } from './intent-loader.ts';

/** The loader as the script that pages carry: minified, without a line break. Made at build. */
export async function loaderSource(): Promise<string> {
  const { code } = await transform(`(${intentLoader.toString()})((url) => import(url));`, {
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2022',
      minify: { compress: { passes: 2 }, mangle: true },
    },
    isModule: false,
    minify: true,
    swcrc: false,
  });
  return code.trim();
}
