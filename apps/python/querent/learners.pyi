# Made by apps/python/make_stub.py from the catalogue.
from typing import Any
from .online import OnlineClassifier
from .rules import QueryRule

def learner_names() -> list[str]: ...
def learner(name: str, **params: Any) -> OnlineClassifier: ...

class CMOG(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CMOG_Q(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MSG(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class GPA(OnlineClassifier):
    def __init__(self, *, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class BBQ(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class BBQ_eps(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DGS(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class RLS_all(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class thrifty(OnlineClassifier):
    gamma: float
    def __init__(self, *, gamma: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class Perceptron(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PE(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class RPE(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PEA(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class LEPE(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SELada(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SEL2nd(OnlineClassifier):
    a: float
    def __init__(self, *, a: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PA(OnlineClassifier):
    average: float
    def __init__(self, *, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PA_I(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PA_II(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class RPA(OnlineClassifier):
    average: float
    def __init__(self, *, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class RPA_I(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class RPA_II(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PAA(OnlineClassifier):
    average: float
    def __init__(self, *, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PAA_I(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PAA_II(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CSPA(OnlineClassifier):
    C: float
    rho: float
    ratio: float
    average: float
    def __init__(self, *, C: float = 1.0, rho: float = 1.0, ratio: float = 0.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CSRND(OnlineClassifier):
    C: float
    rho: float
    ratio: float
    average: float
    def __init__(self, *, C: float = 1.0, rho: float = 1.0, ratio: float = 0.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CSPAA(OnlineClassifier):
    C: float
    rho: float
    ratio: float
    average: float
    def __init__(self, *, C: float = 1.0, rho: float = 1.0, ratio: float = 0.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CSPAA_a_(OnlineClassifier):
    C: float
    rho: float
    ratio: float
    average: float
    def __init__(self, *, C: float = 1.0, rho: float = 1.0, ratio: float = 0.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CPA(OnlineClassifier):
    C: float
    rho: float
    average: float
    def __init__(self, *, C: float = 1.0, rho: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class PAUM(OnlineClassifier):
    tau_plus: float
    tau_minus: float
    eta: float
    average: float
    def __init__(self, *, tau_plus: float = 1.0, tau_minus: float = 1.0, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CW_diag(OnlineClassifier):
    phi: float
    a: float
    average: float
    def __init__(self, *, phi: float = 0.5244, a: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class AROW(OnlineClassifier):
    r: float
    average: float
    def __init__(self, *, r: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SCW_I(OnlineClassifier):
    phi: float
    C: float
    average: float
    def __init__(self, *, phi: float = 0.5244, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SCW_II(OnlineClassifier):
    phi: float
    C: float
    average: float
    def __init__(self, *, phi: float = 0.5244, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class FTRL_proximal(OnlineClassifier):
    alpha: float
    beta: float
    lambda1: float
    lambda2: float
    average: float
    def __init__(self, *, alpha: float = 0.3, beta: float = 1.0, lambda1: float = 0.0, lambda2: float = 0.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class EG(OnlineClassifier):
    U: float
    eta: float
    C: float
    def __init__(self, *, U: float = 10.0, eta: float = 1.0, C: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DUOL_EG(OnlineClassifier):
    U: float
    eta: float
    C: float
    rho: float
    kept: float
    def __init__(self, *, U: float = 10.0, eta: float = 1.0, C: float = 1.0, rho: float = 0.0, kept: float = 1000.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SGD(OnlineClassifier):
    loss: float
    eta: float
    average: float
    def __init__(self, *, loss: float = 0.0, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class averaged_Perceptron(OnlineClassifier):
    eta: float
    def __init__(self, *, eta: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class averaged_PA_I(OnlineClassifier):
    C: float
    def __init__(self, *, C: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class AdaGrad(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.3, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class R_ADA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.01, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class M_ADA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.01, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class D_ADA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.01, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class D_ADA_I(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class R_AMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.01, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class M_AMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.01, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class D_AMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 0.01, eta: float = 0.01, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class D_AMD_I(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SOP(OnlineClassifier):
    a: float
    def __init__(self, *, a: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SOP_full(OnlineClassifier):
    a: float
    def __init__(self, *, a: float = 1.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SOAL(OnlineClassifier):
    eta: float
    gamma: float
    average: float
    def __init__(self, *, eta: float = 0.01, gamma: float = 100.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class SOAL_full(OnlineClassifier):
    eta: float
    gamma: float
    def __init__(self, *, eta: float = 0.01, gamma: float = 100.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DKM(OnlineClassifier):
    def __init__(self, *, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DKM2(OnlineClassifier):
    def __init__(self, *, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DKM_sequential(OnlineClassifier):
    def __init__(self, *, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DKMactivePerceptron(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CBGZ(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class CBGZactiveDKMupdate(OnlineClassifier):
    def __init__(self, *, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class randomPerceptron(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class randomDKMupdate(OnlineClassifier):
    def __init__(self, *, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPerceptron(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MRPE(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPEA(OnlineClassifier):
    eta: float
    average: float
    def __init__(self, *, eta: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPA(OnlineClassifier):
    average: float
    def __init__(self, *, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPA_I(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPA_II(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MRPA(OnlineClassifier):
    average: float
    def __init__(self, *, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MRPA_I(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MRPA_II(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPAA(OnlineClassifier):
    average: float
    def __init__(self, *, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPAA_I(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MPAA_II(OnlineClassifier):
    C: float
    average: float
    def __init__(self, *, C: float = 1.0, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MDA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MR_ADA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MM_ADA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MD_ADA(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MD_ADA_I(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MR_AMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MM_AMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MD_AMD(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MD_AMD_I(OnlineClassifier):
    delta: float
    eta: float
    average: float
    def __init__(self, *, delta: float = 1.0, eta: float = 0.1, average: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class kPerceptron(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class ROMMA(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class agg_ROMMA(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class ALMA(OnlineClassifier):
    alpha: float
    B_alpha: float
    C: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, alpha: float = 0.9, B_alpha: float = 2.8284271247461903, C: float = 1.4142135623730951, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class kPA_I(OnlineClassifier):
    C: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class kPA_II(OnlineClassifier):
    C: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DUOL(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DUOL_iter(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DUOL_appr(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DUOL_rand(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class DUOL_gain(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 5.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class Max(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class Uniform(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class Prop(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class MIRA(OnlineClassifier):
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class kMPA_I(OnlineClassifier):
    C: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 10.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class kMPA_II(OnlineClassifier):
    C: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 10.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class M_DUOL(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 10.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class M_DUOL_iter(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 10.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class M_DUOL_appr(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 10.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
class M_DUOL_gain(OnlineClassifier):
    C: float
    rho: float
    sigma: float
    degree: float
    coef0: float
    budget_sv: float
    eviction: float
    def __init__(self, *, C: float = 10.0, rho: float = 0.0, sigma: float = 8.0, degree: float = 0.0, coef0: float = 1.0, budget_sv: float = 0.0, eviction: float = 0.0, query: str | QueryRule = '', passes: int = 1, encoding: str = 'one-hot', random_state: int = 0) -> None: ...
