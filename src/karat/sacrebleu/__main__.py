"""`python -m karat.sacrebleu` is sacreBLEU's command line."""

from karat.sacrebleu.command import command

if __name__ == "__main__":
    command()
