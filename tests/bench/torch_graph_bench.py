#!/usr/bin/python3
"""The cases of graph_case.h in PyTorch with index operations (gather, scatter-maximum, index-add), one thread, minimum CPU time in
milliseconds: run it beside bench_native and compare ratios."""
from torch_bench import best, torch

NODES, TIES, FEATURES, HEADS, WIDTH, CLASSES = 10000, 50000, 64, 8, 8, 7


class Attention(torch.nn.Module):
    def __init__(self, version, fan_in, heads, width, mean=False):
        super().__init__()
        self.version, self.heads, self.width, self.mean = version, heads, width, mean
        self.w = torch.nn.Parameter(torch.randn(fan_in, heads * width) * fan_in**-0.5)
        self.other = torch.nn.Parameter(torch.randn(fan_in, heads * width) * fan_in**-0.5 if version == 2 else torch.randn(heads, width))
        self.a = torch.nn.Parameter(torch.randn(heads, width))

    def forward(self, x, row, col):
        n, g = len(x), (x @ self.w).view(len(x), self.heads, self.width)
        if self.version == 1:
            source, target = (g * self.a).sum(-1), (g * self.other).sum(-1)
            e = torch.nn.functional.leaky_relu(source.index_select(0, row) + target.index_select(0, col), 0.2)
        else:
            source = (x @ self.other).view_as(g)
            e = (torch.nn.functional.leaky_relu(source.index_select(0, row) + g.index_select(0, col), 0.2) * self.a).sum(-1)
        with torch.no_grad():
            largest = torch.full((n, self.heads), -1e30).scatter_reduce(0, row[:, None].expand_as(e), e, "amax")
        e = torch.exp(e - largest.index_select(0, row))
        weights = e / torch.zeros(n, self.heads).index_add(0, row, e).index_select(0, row)
        heads = torch.zeros_like(g).index_add(0, row, weights[..., None] * g.index_select(0, col))
        return heads.mean(1) if self.mean else heads.flatten(1)


def main():
    torch.manual_seed(1)
    ties = torch.randint(NODES, (2, TIES))
    loops = torch.arange(NODES).expand(2, NODES)
    row, col = torch.unique(torch.cat([ties, ties.flip(0), loops], 1), dim=1)  # sorted by row, as ours are
    x, targets = torch.randn(NODES, FEATURES), torch.randint(CLASSES, (NODES,))
    where = f"{NODES} nodes, {len(row)} edges"
    with torch.no_grad():
        for version in (1, 2):
            layer = Attention(version, FEATURES, HEADS, WIDTH)
            print(f"{f'GAT v{version} layer, {where}':48} {best(lambda: layer(x, row, col)):10.4f} ms", flush=True)
        degree = torch.bincount(row).float()
        norms, w = (degree[row] * degree[col]).rsqrt()[:, None], torch.randn(FEATURES, HEADS * WIDTH)

        def convolution():
            g = x @ w
            return torch.zeros_like(g).index_add(0, row, norms * g.index_select(0, col))

        print(f"{f'GCN layer, {where}':48} {best(convolution):10.4f} ms", flush=True)
    first, last = Attention(1, FEATURES, HEADS, WIDTH), Attention(1, HEADS * WIDTH, 1, CLASSES, True)
    optimiser = torch.optim.Adam([*first.parameters(), *last.parameters()], lr=1e-3)

    def step():
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(last(torch.nn.functional.elu(first(x, row, col)), row, col), targets).backward()
        optimiser.step()

    print(f"{f'GAT training step, {where}':48} {best(step, 3):10.4f} ms", flush=True)


if __name__ == "__main__":
    main()
