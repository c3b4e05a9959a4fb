// Bundles the pages' scripts into few small files: one for each entry, and what several of them share. Source maps lead back to web/.
import path from 'node:path';
import { build } from 'esbuild';

const HERE = '/';

/** What `importer` means by `wanted`: a module beside it, or a package that has been read (packages.mjs). */
export const nameOf = (wanted, importer) => wanted.startsWith('.') ? path.posix.join(path.posix.dirname(importer), wanted) : wanted;

/**
 * `sources` (name -> text) has modules that import each other by relative names, and packages; `entries` are those that pages and workers load. Returns
 * {files: name -> bytes, needs: entry -> the scripts that must be there before it runs, itself last}. What entries share lies in page/, so
 * that import.meta.url keeps its depth.
 */
export async function bundle(sources, entries) {
  const ours = {
    name: 'ours',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path: wanted, importer }) => {
        const name = nameOf(wanted, importer);
        return sources.has(name) ? { path: name, namespace: 'web' } : { errors: [{ text: `${importer} imports ${wanted}, which is not there` }] };
      });
      onLoad({ filter: /.*/, namespace: 'web' }, ({ path: name }) => ({ contents: sources.get(name), loader: 'js' }));
    },
  };
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map((name) => ({ in: name, out: name.replace(/\.js$/, '') })), plugins: [ours], bundle: true, splitting: true, format: 'esm',
    minify: true, target: 'es2022', charset: 'utf8', sourcemap: 'linked', metafile: true, write: false, outdir: HERE, absWorkingDir: HERE,
    chunkNames: 'page/shared-[hash]', logLevel: 'silent', legalComments: 'eof', // the licence of what is not ours
  });
  const needed = (name, found = new Set()) => {
    for (const { path: other, kind } of metafile.outputs[name].imports) if (kind === 'import-statement' && !found.has(other)) needed(other, found);
    return found.add(name);
  };
  return {
    files: new Map(outputFiles.map(({ path: name, contents }) => [path.posix.relative(HERE, name), Buffer.from(contents)])),
    needs: new Map(entries.map((entry) => [entry, [...needed(entry)]])),
  };
}
